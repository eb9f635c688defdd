import { refusal } from '@tandem/contract'
import type { FastifyRequest } from 'fastify'
import { problemIn } from '../../http/body.ts'
import { refuseManyValues } from '../../http/body-size.ts'
import { NotJson } from './refusals.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Under the rules that bodies have at REST. No body is null. */
export function parseMessage(request: FastifyRequest, bytes: string | Buffer, done: (error: Error | null, body?: unknown) => void): void {
  if (bytes.length === 0) return done(null, null)
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') return done(refusal('bodyCompressed'))
  refuseManyValues(bytes as Buffer)
  try {
    const body: unknown = JSON.parse(utf8.decode(bytes as Buffer))
    const problem = typeof body === 'object' && body !== null ? problemIn(body) : null
    done(problem, body)
  } catch {
    done(new NotJson())
  }
}
