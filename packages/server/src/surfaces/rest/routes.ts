import {
  bodyPropertiesHeader,
  catalogue,
  type ErrorCode,
  gatherFieldParameters,
  type OperationName,
  type OperationSpec,
  operationNames,
  refusal,
} from '@tandem/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseInPath, refuseInQuery } from '../http/body.ts'
import { callerOf, prefersDryRun } from '../http/caller.ts'
import { withSecretInPath } from '../http/credentials.ts'
import type { HttpDeps } from '../http/deps.ts'
import { answerError, refusalIn } from '../http/errors.ts'
import { translate } from './replies.ts'
import { acceptUploads, isUpload, receiveUpload, type Upload } from './uploads.ts'

const authBucket = new Set<OperationName>(['auth.login', 'auth.register', 'auth.forgot', 'auth.reset', 'answerLink.use'])

/** Their paths contain the token of an invitation or of a mail. Those that take one in the body use the bucket above. */
const secretInPath = new Set<OperationName>(['invitation.read', 'invitation.accept', 'answerLink.read', 'answerLink.use'])

/** One route per operation of the catalogue, from its REST binding. */
export function mountOperations(app: FastifyInstance, deps: HttpDeps): void {
  for (const name of operationNames) {
    const operation = catalogue[name] as OperationSpec
    if (operation.body === 'multipart') app.register((scope) => acceptUploads(scope).then(() => mount(scope, deps, name, operation)))
    else mount(app, deps, name, operation)
  }
}

function mount(app: FastifyInstance, deps: HttpDeps, name: OperationName, operation: OperationSpec): void {
  const [method = '', url = ''] = operation.rest.split(' ')
  const waits = 'self' in operation.access && operation.access.findsBoard !== undefined
  app.route({
    method,
    url,
    config: {
      authBucket: authBucket.has(name),
      longBody: operation.body === 'multipart',
      anyone: 'public' in operation.access && operation.access.anyone === true,
    },
    errorHandler: (problem, request, reply) => {
      void firstRefusal(deps, name, request, problem).then((refusal) => answerError(refusal, request, reply))
    },
    handler: async (request, reply) => {
      const upload = isUpload(request) ? await receiveUpload(deps, name, request) : null
      const input = inputOf(operation, request, upload)
      understood.add(request)
      const execute = async () => {
        try {
          const caller = { ...callerOf(request), dryRun: wantsDryRun(operation, request) }
          return await deps.kernel.execute(name, waits ? { ...caller, signal: leavingOf(reply) } : caller, input)
        } finally {
          if (upload?.file) await deps.intake.settle(upload.file)
        }
      }
      const answer = await (secretInPath.has(name) ? withSecretInPath(deps, request, reply, execute) : execute())
      return translate(deps, operation, answer, request, reply)
    },
  })
}

/** A read has nothing to try. */
const wantsDryRun = ({ kind }: OperationSpec, request: FastifyRequest): boolean => kind === 'mutation' && prefersDryRun(request)

/** Aborted when the client closes the connection before it has its answer. */
function leavingOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort()
  })
  return leaving.signal
}

/** Requests whose input is known: the kernel sees to the order of refusals. */
const understood = new WeakSet<FastifyRequest>()
const aboutInput = new Set<ErrorCode>(['validation', 'unsupported_media_type', 'payload_too_large'])

/** Errors of a body or query that cannot be parsed are reported after those of the caller (401, 404, 403). */
async function firstRefusal({ kernel }: HttpDeps, name: OperationName, request: FastifyRequest, error: Error): Promise<Error> {
  const wasAdmitted = request.principal !== undefined
  if (understood.has(request) || !wasAdmitted || !aboutInput.has(refusalIn(error).code)) return error
  return kernel.admit(name, callerOf(request), request.params as Record<string, unknown>).then(
    () => error,
    (refusal: Error) => refusal,
  )
}

/** Flat input from path, then query or body; the path wins. */
function inputOf(operation: OperationSpec, request: FastifyRequest, upload: Upload | null): Record<string, unknown> {
  const query = { ...(request.query as Record<string, unknown>) }
  const params = request.params as Record<string, string>
  refuseInPath(params)
  refuseInQuery(query)
  if (operation.rest.startsWith('GET ')) return { ...(gatherFieldParameters(query) as Record<string, unknown>), ...params }
  const body = upload ? bodyOf(upload) : ((request.body ?? {}) as Record<string, unknown>)
  if (operation.kind === 'read') return { ...body, ...params }
  if (request.method === 'DELETE') refuseDroppedBody(request, body)
  const mutationId = body.clientMutationId ?? query.clientMutationId ?? request.headers['idempotency-key']
  const input: Record<string, unknown> = { ...(request.method === 'DELETE' ? query : {}), ...body, ...params }
  if (mutationId !== undefined) input.clientMutationId = mutationId
  return input
}

/** Some proxies drop the body of a DELETE. Without this check the request would be done without its precondition. */
function refuseDroppedBody({ headers }: FastifyRequest, body: Record<string, unknown>): void {
  const count = headers[bodyPropertiesHeader]
  if (count !== undefined && count !== String(Object.keys(body).length)) throw refusal('bodyDropped')
}

const bodyOf = ({ fields, file }: Upload): Record<string, unknown> => (file ? { ...fields, file } : { ...fields })
