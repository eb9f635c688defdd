import { escapeAll, refusal } from '@tandem/contract'
import type { FileReply } from '../../../kernel/reply.ts'
import type { RequestContext } from '../request-context.ts'

export type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string }

const mostOctets = 1_048_576
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** An attached image or text as content that a model can look at, a long text in parts. Specification: decisions §3. */
export async function readFile(
  context: RequestContext,
  input: Record<string, unknown>,
  cursor: unknown,
): Promise<{ data: Record<string, unknown>; content?: Content[] }> {
  const { reply } = await context.execute('attachment.download', { ...input, inline: true })
  if (reply.kind !== 'file') throw refusal('fileUnread')
  const { filename, contentType, sizeBytes } = reply.file
  const about = { name: filename, contentType, sizeBytes }
  if ((sizeBytes ?? 0) > mostOctets)
    throw refusal(
      'fileTooLargeToShow',
      { bytes: sizeBytes ?? 0, most: mostOctets },
      {
        details: about,
      },
    )
  const bytes = await bytesOf(reply.file)
  if (images.has(contentType)) return { data: about, content: [{ type: 'image', data: bytes.toString('base64'), mimeType: contentType }] }
  const text = textIn(bytes)
  if (text === null) throw refusal('fileNotShown', {}, { details: about })
  return { data: { ...about, ...partOf(text, cursor) } }
}

/** The longest part of a text in one answer: below the limit of an answer, with all other fields. */
const mostCharacters = 36_000

/** As much of the text as fits from `cursor` on, a count of characters. */
function partOf(text: string, cursor: unknown = '0'): Record<string, unknown> {
  const from = /^\d{1,7}$/.test(String(cursor)) ? Number(cursor) : text.length + 1
  if (from > text.length) throw refusal('cursorNotOfText')
  let part = text.slice(from, from + mostCharacters)
  while (JSON.stringify(escapeAll(part)).length > mostCharacters) part = part.slice(0, part.length / 2)
  if (from + part.length < text.length && isHighSurrogate(part)) part = part.slice(0, -1)
  const to = from + part.length
  if (to >= text.length) return { text: part }
  return { text: part, nextCursor: String(to), hint: 'There is more: call again with cursor = nextCursor.' }
}

const isHighSurrogate = (part: string): boolean => /[\ud800-\udbff]$/.test(part)

async function bytesOf(file: FileReply): Promise<Buffer> {
  const chunks: Buffer[] = []
  let octets = 0
  for await (const chunk of await file.open()) {
    octets += chunk.length
    if (octets > mostOctets) break
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

function textIn(bytes: Buffer): string | null {
  try {
    return bytes.includes(0) ? null : utf8.decode(bytes)
  } catch {
    return null
  }
}
