// Drives the page in Firefox over WebDriver BiDi: node tests/web/firefox.mjs FIREFOX FOLDER
// Each row on standard input is a request, a list in JSON: what to do and with what. Each gets a row: {"done": ...} or {"failed": ...}.
// FOLDER is where npm has put puppeteer-core.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [firefox, folder] = process.argv.slice(2);
const found = createRequire(join(resolve(folder), "package.json")).resolve("puppeteer-core");
const { default: puppeteer } = await import(pathToFileURL(found).href);
const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true });
const page = await browser.newPage();
page.setDefaultTimeout(120_000);
const faults = [];
page.on("pageerror", error => faults.push(String(error)));

const requests = {
    version: () => browser.version(),
    goto: async address => void await page.goto(address, { waitUntil: "load" }),
    reload: async () => void await page.reload(),
    attached: async selector => void await page.waitForSelector(selector),
    evaluate: text => page.evaluate(text),
    click: selector => page.click(selector),        // a locator waits with code that the page's policy forbids
    focus: selector => page.focus(selector),
    type: (text, delay) => page.keyboard.type(text, { delay }),
    press: key => page.keyboard.press(key),
    offline: on => page.setOfflineMode(on),
    faults: () => faults.splice(0),
};

for await (const row of createInterface({ input: process.stdin })) {
    const [name, ...values] = JSON.parse(row);
    const answer = await Promise.resolve().then(() => requests[name](...values)).then(
        done => ({ done: done ?? null }), error => ({ failed: String(error) }));
    process.stdout.write(JSON.stringify(answer) + "\n");
}
await browser.close();
