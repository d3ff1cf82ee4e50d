import type { AccessRules, FormRule } from "#tests/support/access.ts";
import users from "./users.ts";

const oneJob = ({ id = "" }: Record<string, string>) => ({ id });

/** Adds a job that was given up, with the target's id as its own. */
const giveUp: FormRule["prepare"] = ({ d1 }, { id }) =>
  d1
    .prepare(
      "insert or replace into jobs (id, kind, created_at, next_attempt_at, given_up_at) values (?, 'x', 1, 1, 1)",
    )
    .bind(id)
    .run();

/** Who may see whether everything works in the background, and who may restart and drop jobs. */
const rules: AccessRules = {
  makeTarget: users.makeTarget,
  routes: {
    "/manager/health": { who: "health:read" },
    "/manager/jobs": {
      who: "health:jobs.list",
      intentsIn: ["app/slices/health/job/job.schema.ts"],
      forms: [
        { intent: "retry", needs: "health:jobs.update", fields: oneJob, prepare: giveUp, isDoneAnew: true },
        { intent: "drop", needs: "health:jobs.update", fields: oneJob, prepare: giveUp },
        { intent: "retry-all", needs: "health:jobs.update", prepare: giveUp },
      ],
    },
  },
};

export default rules;
