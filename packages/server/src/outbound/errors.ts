/** Why a call got no answer, for the log of deliveries. */
export type ErrorClass = 'blocked' | 'dns' | 'timeout' | 'refused' | 'unreachable' | 'reset' | 'tls' | 'protocol' | 'stopped' | 'failed'

/** No address of the host may be reached: nothing was connected to. */
export class BlockedAddress extends Error {
  readonly code = 'TANDEM_BLOCKED'
  constructor(host: string) {
    super(`${host} has no address that may be reached`)
  }
}

const classes: readonly [RegExp, ErrorClass][] = [
  [/^TANDEM_BLOCKED$/, 'blocked'],
  [/^(ENOTFOUND|EAI_)/, 'dns'],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|TimeoutError)$/, 'timeout'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'unreachable'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'reset'],
  [/^(EPROTO|ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH)/, 'tls'],
  [/^(HPE_|HTTPParserError|UND_ERR_(HEADERS_OVERFLOW|RESPONSE|INFO|NOT_SUPPORTED))/, 'protocol'],
  [/^AbortError$/, 'stopped'],
]

export function errorClassOf(error: unknown): ErrorClass {
  const { code, name, syscall } = error as { code?: unknown; name?: unknown; syscall?: unknown }
  // Its codes are those of connections too: a name server that refuses is no receiver that does.
  if (typeof syscall === 'string' && syscall.startsWith('query')) return 'dns'
  const word = typeof code === 'string' ? code : String(name)
  return classes.find(([pattern]) => pattern.test(word))?.[1] ?? 'failed'
}
