import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumPath, wholeChromium } from '../../../../packages/server/test/kit/chromium.ts'

export const hasBrowser = chromiumPath !== null

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launch = (executablePath = chromiumPath ?? wholeChromium): Promise<Browser> => chromium.launch({ executablePath, args })

export type Look = { colorScheme?: 'light' | 'dark'; phone?: boolean; width?: number; locale?: string; timezoneId?: string }

/**
 * A failed request, and a socket that is left while it connects, are logged by the browser itself; their consequences are the page's own.
 * The contexts of tests count as incognito, where Chrome supports no push and says so.
 */
const ofBrowser = /^(Failed to load resource|WebSocket connection to |Chrome currently does not support the Push API in incognito mode)/

/** A person's browser. It collects violations of the page's policy, and errors of its scripts. */
export type Visitor = { context: BrowserContext; page: Page; complaints: string[] }

export async function visit(
  browser: Browser,
  url: string,
  { colorScheme = 'light', phone = false, width = 1280, locale = 'en-GB', timezoneId }: Look = {},
): Promise<Visitor> {
  const viewport = phone ? { width: 360, height: 740 } : { width, height: 800 }
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme,
    locale,
    ...(timezoneId !== undefined && { timezoneId }),
    ...(phone && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !ofBrowser.test(message.text()))
      complaints.push(`${message.text()} (${message.location().url}, on ${page.url()})`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { context, page, complaints }
}

/** Signed in with the cookie that the API gave. */
export async function signInAs({ context }: Visitor, url: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
}
