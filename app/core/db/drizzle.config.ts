import { defineConfig } from "drizzle-kit";

// Paths are relative to the project's root, where `npm run db:generate` runs.
export default defineConfig({
  dialect: "sqlite",
  schema: "./app/schema.ts",
  out: "./migrations",
});
