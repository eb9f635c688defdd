import fastifyMultipart, { type Multipart } from '@fastify/multipart'
import { fieldRefusal, type OperationName, refusal, type TandemError } from '@tandem/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Intake } from '../../files/intake.ts'
import { tooLarge } from '../../files/intake.ts'
import type { StoredFile } from '../../files/stored-file.ts'
import { refuseInQuery } from '../http/body.ts'
import { callerOf } from '../http/caller.ts'
import { admitAgain } from '../http/credentials.ts'
import type { HttpDeps } from '../http/deps.ts'

/** Octets for boundaries, headers of parts and fields, beside the file. */
const mostOverheadBytes = 65_536
const limits = { fieldNameSize: 100, fieldSize: 4_096, fields: 8, files: 1, parts: 9, headerPairs: 20 }

/** Lets the routes of `app` take multipart bodies: nothing of a body is read before the caller's right to send it is known. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMultipart, { throwFileSizeLimit: false })
}

export const isUpload = (request: FastifyRequest): boolean => request.isMultipart?.() ?? false

export type Upload = { fields: Record<string, string>; file: StoredFile | undefined }

/** The fields of a multipart body and its file, stored. To be settled with the intake afterwards. */
export async function receiveUpload(deps: HttpDeps, name: OperationName, request: FastifyRequest): Promise<Upload> {
  await deps.kernel.admit(name, callerOf(request), request.params as Record<string, unknown>)
  const intake = name === 'board.import' ? deps.importIntake : deps.intake
  if (Number(request.headers['content-length'] ?? 0) > intake.maxBytes + mostOverheadBytes) throw tooLarge(intake.maxBytes)
  const upload: Upload = { fields: {}, file: undefined }
  try {
    for await (const part of partsOf(request, intake.maxBytes)) await takePart(intake, part, upload)
    refuseInQuery(upload.fields)
    await admitAgain(deps, request)
    return upload
  } catch (error) {
    if (upload.file) await intake.settle(upload.file)
    throw error
  }
}

async function takePart(intake: Intake, part: Multipart, upload: Upload): Promise<void> {
  if (part.type === 'field') {
    if (part.valueTruncated || part.fieldnameTruncated) throw refusal('uploadFieldTooLong')
    upload.fields[part.fieldname] = String(part.value)
    return
  }
  if (part.fieldname !== 'file' || upload.file) throw fieldRefusal(part.fieldname.slice(0, 100), 'partUnknown')
  const about = { filename: unescaped(part.filename ?? ''), contentType: part.mimetype }
  upload.file = await intake.receive(whole(part.file), about)
}

/** Browsers escape only these three characters in a filename (WHATWG, multipart/form-data). */
const unescaped = (filename: string): string => filename.replaceAll('%22', '"').replace(/%0[AD]/g, '')

/** Errors of the parser are errors of the request. */
async function* partsOf(request: FastifyRequest, maxBytes: number): AsyncGenerator<Multipart> {
  // One byte more than is taken, so that it is the intake that refuses it.
  const parts = request.parts({ limits: { ...limits, fileSize: maxBytes + 1 } })
  for (;;) {
    const next = await parts.next().catch((error: unknown) => {
      throw brokenBody(error)
    })
    if (next.done) return
    yield next.value
  }
}

async function* whole(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = bytes[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        throw brokenBody(error)
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    await chunks.return?.()
  }
}

function brokenBody(error: unknown): TandemError {
  const { code } = error as { code?: string }
  if (code?.endsWith('_LIMIT')) return refusal('uploadTooManyParts', {}, { cause: error })
  return refusal(
    'uploadBroken',
    {},
    {
      cause: error,
    },
  )
}
