/**
 * Rules for redirect URIs: https to any host, http to this machine only, and private-use schemes of native apps. Specification:
 * design/mcp.md §4, reliability O1.
 */
const longest = 2_048
const mostOfOneClient = 10

/** Schemes with which a browser or the system does something else than call a program. */
const refusedSchemes = new Set(
  'javascript data file vbscript blob about filesystem view-source ftp ws wss mailto tel sms intent jar chrome resource'.split(' '),
)

/** With any port: a program on this machine listens on a free one. The rest must match exactly. */
const loopback = /^http:\/\/(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?(?=\/|\?|$)/
/** Strict, since the host goes into a header unescaped. */
const https = /^https:\/\/([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?(?=\/|\?|$)/i
/** With a path or a host: a URI without either, such as `feed:javascript:…`, is an instruction to the browser or the system. */
const ownScheme = /^([a-z][a-z0-9+.-]*):\/[^\s]*$/i

/** The error of a redirect URI as a sentence, or null. */
export function redirectProblem(uri: string): string | null {
  if (uri.length > longest || !URL.canParse(uri)) return 'A redirect URI must be an absolute URL of at most 2,048 characters.'
  if (!/^[\x21-\x7e]+$/.test(uri) || /["'<>\\]/.test(uri)) return 'A redirect URI must be written in ASCII, percent-encoded.'
  if (uri.includes('#')) return 'A redirect URI must not have a fragment. Leave out what follows the #.'
  if (loopback.test(uri) || https.test(uri)) return null
  const scheme = ownScheme.exec(uri)?.[1]?.toLowerCase()
  if (scheme === 'http') return 'A redirect URI with http must lead to this machine: localhost, 127.0.0.1 or [::1]. Use https elsewhere.'
  if (scheme === undefined || scheme === 'https' || refusedSchemes.has(scheme))
    return 'A redirect URI of this kind is not accepted. Use https.'
  return null
}

/** The error of the redirect URIs of a client as a sentence, or null. */
export function redirectsProblem(uris: readonly string[]): string | null {
  if (uris.length === 0 || uris.length > mostOfOneClient) return `A client must have 1 to ${mostOfOneClient} redirect URIs.`
  return uris.map(redirectProblem).find((problem) => problem !== null) ?? null
}

export function isRegistered(uris: readonly string[], uri: string): boolean {
  return redirectProblem(uri) === null && uris.some((one) => one === uri || (loopback.test(one) && portless(one) === portless(uri)))
}

const portless = (uri: string): string | null => (loopback.test(uri) ? uri.replace(loopback, 'http://$1') : null)

export const leadsToThisMachine = (uri: string): boolean => loopback.test(uri)
