/** An HTTP client that keeps cookies by host and path and follows redirects as a browser does, one at a time or all of them. */
export type Page = { url: string; status: number; location: string; text: string; body: any; setCookies: string[] }
export type Browser = {
  get(url: string): Promise<Page>
  post(url: string, body: unknown): Promise<Page>
  /** Follows redirects until a page answers, or until one leads to an address that `stop` names, which is not requested. */
  follow(url: string, stop?: (url: string) => boolean): Promise<Page>
  /** A kept cookie as `name=value`. */
  cookie(name: string): string | undefined
}

type Cookie = { name: string; value: string; origin: string; path: string }

export function openBrowser(): Browser {
  const jar: Cookie[] = []
  const browser: Browser = {
    get: (url) => ask(url, { headers: { accept: 'text/html' } }),
    post: (url, body) => ask(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    async follow(url, stop = () => false) {
      let page = await browser.get(url)
      while (page.location !== '' && !stop(page.location)) page = await browser.get(page.location)
      return page
    },
    cookie(name) {
      const held = jar.find((each) => each.name === name)
      return held && `${held.name}=${held.value}`
    },
  }
  return browser

  async function ask(url: string, init: { method?: string; headers: Record<string, string>; body?: string }): Promise<Page> {
    const { origin, pathname } = new URL(url)
    const cookie = jar
      .filter((each) => each.origin === origin && pathname.startsWith(each.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, ...(cookie && { cookie }) } })
    const setCookies = response.headers.getSetCookie()
    for (const line of setCookies) keep(line, origin)
    const [text, location] = [await response.text(), response.headers.get('location')]
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return {
      url,
      status: response.status,
      text,
      body: isJson ? JSON.parse(text) : null,
      setCookies,
      location: location === null ? '' : new URL(location, url).href,
    }
  }

  function keep(line: string, origin: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const path = /path=([^;]*)/i.exec(line)?.[1] ?? '/'
    const at = jar.findIndex((each) => each.name === name && each.origin === origin && each.path === path)
    if (at >= 0) jar.splice(at, 1)
    const gone = attributes.some((each) => /^(max-age=0|expires=Thu, 01 Jan 1970)/i.test(each))
    if (!gone) jar.push({ name, value, origin, path })
  }
}
