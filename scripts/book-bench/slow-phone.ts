import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

/** A slow phone: 1.6 Mbit/s down and 0.75 up, 150 ms latency, a quarter of this machine's CPU. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWDOWN = 4;
const SCREEN = { width: 412, height: 823, deviceScaleFactor: 1, mobile: false };

/** How long a page may take until its network is quiet, in milliseconds. */
const TIME_LIMIT = 30_000;

/** What was measured while a page loaded, until its network was quiet. */
export interface Appearance {
  /** In milliseconds. */
  firstPaint: number;
  /** The longest task of the page's main thread, in milliseconds. */
  longestTask: number;
  /** Cumulative layout shift, without a unit. */
  layoutShift: number;
}

/** Runs in the page before the page's own script. */
const OBSERVE = `
  window.seen = { layoutShift: 0 };
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) seen.layoutShift += value;
  }).observe({ type: "layout-shift", buffered: true });
`;
const READ = `({ ...seen, firstPaint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN })`;

/**
 * Starts a Chromium that is as slow as a cheap phone. This uses the DevTools protocol directly, because
 * Playwright enables the protocol's Runtime domain. With that domain, V8 parses a script again for each Error
 * that is created. React DOM creates five Errors when it starts, which takes half of the time of its start
 * (40 ms of 80).
 * @param folder for its profile
 */
export async function startSlowPhone(executablePath: string, folder: string) {
  const browser = spawn(
    executablePath,
    [
      ...["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
      ...["--ignore-certificate-errors", "--remote-debugging-port=0"],
      ...[`--user-data-dir=${path.join(folder, "profile")}`, "about:blank"],
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const devTools = await connect(await addressOf(browser));

  /** Opens a page in a new profile. @param cookies pairs of name and value */
  async function open(url: string, cookies: Iterable<[name: string, value: string]>): Promise<Appearance> {
    const { browserContextId } = await devTools.send("Target.createBrowserContext");
    const { targetId } = await devTools.send("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await devTools.send("Target.attachToTarget", { targetId, flatten: true });
    const send = (method: string, params?: object) => devTools.send(method, params, sessionId);
    await devTools.send("Storage.setCookies", {
      browserContextId,
      cookies: Array.from(cookies, ([name, value]) => ({ name, value, url })),
    });
    await send("Page.enable");
    await send("Page.setLifecycleEventsEnabled", { enabled: true });
    await send("Page.addScriptToEvaluateOnNewDocument", { source: OBSERVE });
    await send("Network.enable");
    await send("Network.emulateNetworkConditions", NETWORK);
    await send("Emulation.setDeviceMetricsOverride", SCREEN);
    await send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    // The trace is needed because a page itself can only observe tasks of 50 ms and more.
    const tasks = await devTools.recordTasks();
    const { loaderId } = await send("Page.navigate", { url });
    await devTools.event(
      "Page.lifecycleEvent",
      (event) => event.loaderId === loaderId && event.name === "networkIdle",
    );
    const { result } = await send("Runtime.evaluate", { expression: READ, returnByValue: true });
    const longestTask = longestOf(await tasks.stop());
    await devTools.send("Target.disposeBrowserContext", { browserContextId });
    return { ...result.value, longestTask };
  }

  return { open, stop: () => void browser.kill() };
}

/** An event of Chromium's trace: the parts that are read here. Times are in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  args?: { name?: string };
}

/**
 * The longest task, in milliseconds, of the thread that has painted: the page's own. Other pages of the
 * browser, such as its first page, paint nothing while it is measured.
 */
function longestOf(events: TraceEvent[]): number {
  const painter = events.find(({ name, pid }) => name === "firstContentfulPaint" && pid !== 0);
  const own = events.filter(
    ({ name, pid, tid }) => name === "RunTask" && pid === painter?.pid && tid === painter.tid,
  );
  return Math.max(...own.map(({ dur = 0 }) => dur)) / 1000;
}

/**
 * Waits for the address at which a browser accepts commands.
 * @throws if the browser ends before it prints the address
 */
function addressOf(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    browser.stderr?.on("data", (text) => {
      output += text;
      const [address] = /ws:\/\/\S+/.exec(output) ?? [];
      if (address) resolve(address);
    });
    browser.on("error", reject);
    browser.on("exit", () => reject(new Error(`Chromium has ended:\n${output}`)));
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the protocol's response depends on the command
type Answer = any;

/** Sends commands of the DevTools protocol, and waits for its events. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`Chromium does not respond at ${address}`)));
  });
  let commands = 0;
  const messages = new EventTarget();
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    messages.dispatchEvent(new CustomEvent(message.method ?? message.id, { detail: message }));
  });

  /** The next message with this name that passes a test. */
  const next = (name: string, passes: (message: Answer) => boolean): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => done(() => reject(new Error(`No ${name} from Chromium`))), TIME_LIMIT);
      const take = (event: Event) => {
        const { detail } = event as CustomEvent<Answer>;
        if (passes(detail)) done(() => resolve(detail));
      };
      const done = (settle: () => void) => {
        clearTimeout(timer);
        messages.removeEventListener(name, take);
        settle();
      };
      messages.addEventListener(name, take);
    });

  async function send(method: string, params: object = {}, sessionId?: string): Promise<Answer> {
    commands += 1;
    const answer = next(String(commands), () => true);
    socket.send(JSON.stringify({ id: commands, method, params, sessionId }));
    const { result, error } = await answer;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  return {
    send,
    /** Traces the tasks of all threads until it is stopped. */
    async recordTasks() {
      const events: TraceEvent[] = [];
      const collect = (event: Event) => {
        events.push(...(event as CustomEvent<Answer>).detail.params.value);
      };
      messages.addEventListener("Tracing.dataCollected", collect);
      const includedCategories = ["disabled-by-default-devtools.timeline", "loading"];
      await send("Tracing.start", { traceConfig: { includedCategories, excludedCategories: ["*"] } });
      return {
        async stop(): Promise<TraceEvent[]> {
          const complete = next("Tracing.tracingComplete", () => true);
          await send("Tracing.end");
          await complete;
          messages.removeEventListener("Tracing.dataCollected", collect);
          return events;
        },
      };
    },
    async event(method: string, passes: (params: Answer) => boolean): Promise<void> {
      await next(method, ({ params }) => passes(params));
    },
  };
}
