import { type ErrorEnvelope, type Role, type Scope, TandemError } from '@tandem/contract'
import { queryOptions } from '@tanstack/react-query'

/** Read and answered at the address of the OAuth protocol, which is no operation, so that the same rules hold as for its plain page. */
export type OfferedAgent = { id: string; name: string; handle: string }
export type OfferedBoard = { id: string; name: string; role: Role; agentIds: readonly string[]; adminNames: readonly string[] }
export type ConsentRequest = {
  clientName: string
  /** The host of the document that describes the client; null = it registered itself. */
  describedBy: string | null
  place: string
  isLocal: boolean
  scopes: readonly Scope[]
  offer: { personName: string; made: OfferedAgent | null; agents: readonly OfferedAgent[]; boards: readonly OfferedBoard[] }
  csrf: string
}
type Refused = { message: string; reason?: string; place: string; location: string }
export type Consent = { asked: ConsentRequest } | { refused: Refused }

const answerTypes = { accept: 'application/json' }
const addressOf = (request: string): string => `/oauth/authorize?${request}`

export const consentQuery = (request: string) =>
  queryOptions({
    queryKey: ['consent', request],
    queryFn: async ({ signal }) => (await read(fetch(addressOf(request), { headers: answerTypes, signal }))) as Consent,
    // The answer refers to the request as shown: it must not change while the person decides.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The address that the browser goes to with the answer. */
export async function decide(request: string, form: URLSearchParams): Promise<string> {
  const { location } = (await read(fetch(addressOf(request), { method: 'POST', headers: answerTypes, body: form }))) as { location: string }
  return location
}

async function read(sent: Promise<Response>): Promise<unknown> {
  const response = await sent.catch((cause: unknown) => {
    throw new TandemError('unavailable', 'The service cannot be reached. Try again.', { reason: undefined, cause })
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body
  const { error } = (body ?? {}) as { error?: ErrorEnvelope['error'] }
  throw new TandemError(error?.code ?? 'internal', error?.message ?? 'Something went wrong on our side. Try again.', {
    reason: undefined,
    ...error,
  })
}
