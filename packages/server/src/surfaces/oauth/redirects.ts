/** The destination of the code, as shown to the person. */
export function placeOf(uri: string): string {
  const { protocol, hostname } = new URL(uri)
  return /^https?:$/.test(protocol) ? hostname : `the app that opens ${protocol} links`
}

/** A source of a content security policy that matches the redirect: browsers apply `form-action` to redirects after a form too. */
export function sourceOf(uri: string): string {
  const { protocol, hostname, origin } = new URL(uri)
  // A policy cannot name an IPv6 address.
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol
}

/** The redirect with the parameters for the client, always including `iss` (RFC 9207). */
export function redirectTo(uri: string, answers: Record<string, string | undefined>): string {
  const query = new URLSearchParams(Object.entries(answers).filter((each): each is [string, string] => each[1] !== undefined))
  return `${uri}${uri.includes('?') ? '&' : '?'}${query}`
}
