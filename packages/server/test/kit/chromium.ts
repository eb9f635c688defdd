import { existsSync } from 'node:fs'

/** The complete Chromium, which people use. */
export const wholeChromium = '/usr/bin/chromium'

/** The browser of the tests: Chromium's headless shell, which renders the same pages with half of the CPU time, else all of Chromium. */
export const chromiumPath = ['/usr/bin/chromium-headless-shell', wholeChromium].find((path) => existsSync(path)) ?? null
