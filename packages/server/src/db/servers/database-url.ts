/** A server that DATABASE_URL names. `name` is its host and port, for messages; `connectionString` is the URL with this server alone. */
export type NamedServer = { name: string; connectionString: string }

/** `mustBeOff`: parameters that a server reports and that must be off for a connection to be used. */
export type DatabaseUrl = { servers: readonly NamedServer[]; mustBeOff: readonly string[] }

/**
 * By `target_session_attrs`, as libpq reads them. A service that writes has no use for its other values, which look for a standby, nor, where
 * several hosts are named, for the default of libpq, `any`.
 */
const parametersByAttributes: Record<string, readonly string[]> = {
  any: [],
  primary: ['in_hot_standby'],
  'read-write': ['in_hot_standby', 'default_transaction_read_only'],
}

const shape = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)([^?#]*)\??([^#]*)/
/** An IPv6 address is in brackets. */
const hostAndPort = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/
const ownParameters = ['host', 'port', 'target_session_attrs']

type Place = { host: string; port: string }

/**
 * Reads a URL as libpq does: hosts and their ports separated by commas, before the path or as the parameters `host` and `port`.
 * Throws an Error that completes "DATABASE_URL …".
 */
export function parseDatabaseUrl(url: string): DatabaseUrl {
  const [, scheme = '', account = '', authority = '', path = '', query = ''] = shape.exec(url) ?? []
  if (scheme === '') throw new Error(notUrl)
  const parameters = new URLSearchParams(query)
  const rest = query.split('&').filter((entry) => entry !== '' && !ownParameters.includes(entry.split('=')[0] ?? ''))
  const hosts = parameters.get('host')
  const places = hosts === null ? placesIn(authority, parameters.get('port')) : placesOf(hosts, parameters.get('port') ?? portIn(authority))
  return {
    mustBeOff: parametersOf(parameters.get('target_session_attrs') ?? (places.length > 1 ? 'read-write' : 'any')),
    servers: places.map(({ host, port }) => {
      const own = hosts === null ? rest : [`host=${encodeURIComponent(host)}`, ...rest]
      const at = `${hosts === null ? host : 'localhost'}${port && `:${port}`}`
      const connectionString = `${scheme}${account}${at}${path}${own.length > 0 ? `?${own.join('&')}` : ''}`
      if (!isUrl(connectionString)) throw new Error(notUrl)
      return { name: `${host || 'localhost'}:${port || '5432'}`, connectionString }
    }),
  }
}

const notUrl =
  'must be a URL such as postgres://tandem:password@localhost:5432/tandem, or one with several hosts: postgres://tandem:password@db1:5432,db2:5432/tandem?target_session_attrs=read-write'

function parametersOf(attributes: string): readonly string[] {
  const parameters = parametersByAttributes[attributes]
  if (parameters) return parameters
  throw new Error(
    `has a target_session_attrs that the service does not support: use one of ${Object.keys(parametersByAttributes).join(', ')}`,
  )
}

function placesIn(authority: string, ports: string | null): Place[] {
  const places = authority.split(',').map((part) => {
    const [whole, host = '', port = ''] = hostAndPort.exec(part) ?? []
    if (whole === undefined) throw new Error(notUrl)
    return { host, port }
  })
  return ports === null
    ? places
    : withPorts(
        places.map(({ host }) => host),
        ports,
      )
}

const placesOf = (hosts: string, ports: string): Place[] => withPorts(hosts.split(','), ports)

const portIn = (authority: string): string => hostAndPort.exec(authority)?.[2] ?? ''

/** One port is that of all hosts. */
function withPorts(hosts: readonly string[], list: string): Place[] {
  const ports = list.split(',')
  if (ports.length !== 1 && ports.length !== hosts.length)
    throw new Error(`has ${ports.length} ports for ${hosts.length} hosts: use one for each, or one for all`)
  return hosts.map((host, at) => ({ host, port: ports[ports.length === 1 ? 0 : at] ?? '' }))
}

/** `URL` does not accept an empty host after `@`. */
const isUrl = (url: string): boolean => URL.canParse(url.replace(/^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)(?=[:/])/, '$1localhost'))
