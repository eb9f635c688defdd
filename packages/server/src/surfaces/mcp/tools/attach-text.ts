import { Readable } from 'node:stream'
import { refusal } from '@tandem/contract'
import { bodyOf } from '../../../kernel/reply.ts'
import type { RequestContext } from '../request-context.ts'

const mostOctets = 262_144

/** Attaches a web address, or a text as a file. Specification: decisions §3. */
export async function attachText(
  context: RequestContext,
  input: Record<string, unknown>,
  { text }: Record<string, unknown>,
): Promise<unknown> {
  if (typeof text !== 'string') return bodyOf((await context.execute('attachment.add', input)).reply)
  if (input.url !== undefined) throw refusal('urlOrText')
  const bytes = Buffer.from(text)
  if (bytes.length > mostOctets) throw refusal('textTooLarge', { bytes: mostOctets })
  await context.admit('attachment.add', input)
  const { intake } = context.deps
  const filename = typeof input.name === 'string' ? input.name : 'note.md'
  const file = await intake.receive(Readable.from([bytes]), { filename, contentType: typeOf(filename) })
  try {
    return bodyOf((await context.execute('attachment.add', { ...input, file })).reply)
  } finally {
    await intake.settle(file)
  }
}

const types: Record<string, string> = { md: 'text/markdown', csv: 'text/csv', json: 'application/json' }

const typeOf = (filename: string): string => types[filename.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'text/plain'
