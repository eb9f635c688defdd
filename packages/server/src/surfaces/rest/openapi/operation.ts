import { catalogue, dryRun, type OperationName, type OperationSpec } from '@tandem/contract'
import { z } from 'zod'
import type { oas31, ZodOpenApiContentObject, ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { tagOf } from './areas.ts'
import type { Binding } from './binding.ts'
import { errorResponsesOf, isForAnyone } from './errors.ts'
import { headerRefs, rateLimitHeaders } from './headers.ts'

const signsIn: ReadonlySet<OperationName> = new Set(['auth.register', 'auth.login'])
const signsOut: ReadonlySet<OperationName> = new Set(['auth.logout'])
/** Answers with an ETag: a client that has them gets 304. */
const tagged: ReadonlySet<OperationName> = new Set(['board.tree', 'board.export', 'attachment.download', 'actor.avatar'])
/** Answers that are sent as files, with the type that they may have beside JSON or bytes. */
const files: Partial<Record<OperationName, string | null>> = {
  'board.export': 'application/zip',
  'attachment.download': null,
  'actor.avatar': null,
}
/** Files of which a part may be asked for. */
const inParts: ReadonlySet<OperationName> = new Set(['attachment.download'])
/** Successes beside the one in the catalogue. */
const alsoAnswers: Partial<Record<OperationName, [status: 200 | 202, when: string]>> = {
  'work.claim': [200, 'Nothing is ready to be claimed.'],
  'member.add': [202, 'The agent belongs to someone else: its owner is asked, and it joins once they agree.'],
  'delegation.set': [200, 'The agent already has the delegation and a live session: nothing is recorded.'],
}

/** One operation of the catalogue as the document shows it. */
export function describeOperation(name: OperationName, operation: OperationSpec, binding: Binding): ZodOpenApiOperationObject {
  const { path, query, body } = binding
  return {
    operationId: name,
    summary: operation.summary,
    description: describe(operation),
    tags: [tagOf(name)],
    security: securityOf(operation),
    requestParams: { path: z.object(path), query: z.object(query) },
    ...headersOf(name, operation),
    ...(body ? { requestBody: { required: hasRequired(body), content: contentOf(operation, body) } } : {}),
    responses: { ...successesOf(name, operation), ...errorResponsesOf(operation) },
    'x-access': operation.access,
    ...(operation.records ? { 'x-records': operation.records } : {}),
  }
}

function headersOf(name: OperationName, { kind, access }: OperationSpec): Pick<ZodOpenApiOperationObject, 'parameters'> {
  const names = [
    kind === 'mutation' ? ['Idempotency-Key', 'Prefer'] : [],
    kind === 'mutation' && recordsUnderSession(access) ? ['X-Session-Id', 'X-Session-Generation'] : [],
    tagged.has(name) ? 'If-None-Match' : [],
    inParts.has(name) ? 'Range' : [],
  ].flat()
  return names.length === 0 ? {} : { parameters: names.map((header) => ({ $ref: `#/components/parameters/${header}` })) }
}

/** Operations on a board that a token may call. */
const recordsUnderSession = (access: OperationSpec['access']): boolean =>
  ('target' in access && access.credential !== 'session') || ('self' in access && access.findsBoard !== undefined)

function describe(operation: OperationSpec): string {
  const { records = [], secrets = [], paged } = operation
  const lines = [describeAccess(operation)]
  if (paged) lines.push('Paged: the header `Link` with `rel="next"` has the URL of the next page, if there is one.')
  if (records.length > 0) lines.push(`May record ${records.map((verb) => `\`${verb}\``).join(', ')}.`)
  if (secrets.length > 0) lines.push(`Shown only once, null in a replay: ${secrets.map((path) => `\`${path}\``).join(', ')}.`)
  lines.push(`Specification: ${operation.spec}.`)
  return lines.join('\n\n')
}

function describeAccess({ access }: OperationSpec): string {
  if ('public' in access) return access.anyone ? 'Public. Credentials are ignored.' : 'Public.'
  if ('target' in access) {
    const from = access.credential === 'session' ? 'a cookie session; tokens are not accepted' : `for a token the scope \`${access.scope}\``
    const { lesser } = access
    const less = lesser
      ? ` To change only ${lesser.fields.map((name) => `\`${name}\``).join(', ')}, the role **${lesser.role}** is enough.`
      : ''
    return `Needs the role **${access.role}** on the board, and ${from}.${less}`
  }
  if (access.instanceAdmin) return 'Needs the cookie session of an instance admin; tokens are not accepted.'
  if (access.credential === 'session') return 'Needs the cookie session of a signed-in person; tokens are not accepted.'
  return access.scope ? `Needs a cookie session, or a token with the scope \`${access.scope}\`.` : 'Needs a cookie session or any token.'
}

/** HTTP schemes may name roles since OpenAPI 3.1: here the scope. */
function securityOf({ access }: OperationSpec): oas31.SecurityRequirementObject[] {
  if ('public' in access) return []
  const cookie = { session: [] }
  if (access.credential === 'session') return [cookie]
  return [cookie, { bearer: access.scope ? [access.scope] : [] }]
}

function hasRequired(body: z.ZodObject): boolean {
  return Object.values(body.shape).some((schema) => schema._zod.optin === undefined)
}

/** A multipart body whose file is optional has a form in JSON without it. */
function contentOf({ body: kind }: OperationSpec, body: z.ZodObject): ZodOpenApiContentObject {
  if (kind !== 'multipart') return { 'application/json': { schema: body } }
  const { file, ...rest } = body.shape
  const json = file?._zod.optin === undefined ? {} : { 'application/json': { schema: z.object(rest) } }
  return { 'multipart/form-data': { schema: body }, ...json }
}

type Successes = Record<`${2 | 3}${string}`, ZodOpenApiResponseObject>

function successesOf(name: OperationName, operation: OperationSpec): Successes {
  const status = operation.status ?? (operation.output === null ? 204 : 200)
  const success = { headers: headerRefs(headerNamesOf(name, operation)), ...contentOfSuccess(name, operation) }
  const [other, when = ''] = alsoAnswers[name] ?? []
  const answers: Successes = {
    [`${status}`]: { description: meanings[status], ...success },
    ...(other ? { [`${other}`]: { description: when, ...success } } : {}),
    ...(inParts.has(name)
      ? {
          '206': {
            ...success,
            description: 'The requested part.',
            headers: headerRefs([...headerNamesOf(name, operation), 'Content-Range']),
          },
        }
      : {}),
    ...(tagged.has(name) ? { '304': { description: 'Not modified.', headers: headerRefs(headerNamesOf(name, operation)) } } : {}),
  }
  return operation.kind === 'mutation' ? { ...answers, '200': withDryRun(name, operation, answers['200']) } : answers
}

/** Every mutation is tried with 200, which may be the status of the real call too. */
function withDryRun(name: OperationName, { output }: OperationSpec, real: ZodOpenApiResponseObject | undefined): ZodOpenApiResponseObject {
  if (!real || output === null) return triedOnly
  const headers = headerRefs([...headerNamesOf(name, catalogue[name]), 'Preference-Applied'])
  return { description: `${real.description} ${tried}`, headers, content: { 'application/json': { schema: z.union([output, dryRun]) } } }
}

const tried = 'With `Prefer: dry-run`: what would happen.'
const triedOnly: ZodOpenApiResponseObject = {
  id: 'DryRun',
  description: tried,
  headers: headerRefs([...rateLimitHeaders, 'Idempotency-Replayed', 'Idempotency-Mismatch', 'Preference-Applied']),
  content: { 'application/json': { schema: dryRun } },
}

const meanings = { 200: 'Done.', 201: 'Created.', 202: 'Accepted; the work continues.', 204: 'Done; no content.' }

/** A file has its own type when that is safe to show. */
function contentOfSuccess(name: OperationName, { output }: OperationSpec): { content?: ZodOpenApiContentObject } {
  if (output === null) return {}
  if (output instanceof z.ZodFile) return { content: { '*/*': { schema: output } } }
  const other = files[name]
  return { content: { 'application/json': { schema: output }, ...(other ? { [other]: { schema: z.file() } } : {}) } }
}

function headerNamesOf(name: OperationName, operation: OperationSpec): string[] {
  const names: string[] = isForAnyone(operation) ? [] : [...rateLimitHeaders]
  if (operation.kind === 'mutation') names.push('Idempotency-Replayed', 'Idempotency-Mismatch')
  if (operation.paged) names.push('Link')
  if (tagged.has(name)) names.push('ETag')
  if (name in files) names.push('Content-Disposition')
  if (signsIn.has(name) || signsOut.has(name)) names.push('Set-Cookie')
  return names
}
