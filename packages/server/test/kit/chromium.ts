import { existsSync } from 'node:fs'

/** All of Chromium, as people have it. */
export const wholeChromium = '/usr/bin/chromium'

/** The browser of the tests: Chromium without what draws windows, which is the same pages for half of the work, else all of it. */
export const chromiumPath = ['/usr/bin/chromium-headless-shell', wholeChromium].find((path) => existsSync(path)) ?? null
