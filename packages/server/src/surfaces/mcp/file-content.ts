import { TandemError } from '@tandem/contract'
import type { FileReply } from '../../kernel/mutation.ts'
import type { Visit } from './visit.ts'

export type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string }

const mostOctets = 1_048_576
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** An attached image or text as content that a model can look at. Specification: decisions §3. */
export async function readFile(
  visit: Visit,
  input: Record<string, unknown>,
): Promise<{ data: Record<string, unknown>; content?: Content[] }> {
  const { file } = await visit.execute('attachment.download', { ...input, inline: true })
  if (!file) throw new TandemError('internal', 'The file could not be read. Try again.')
  const { filename, contentType, sizeBytes } = file
  const about = { name: filename, contentType, sizeBytes }
  if ((sizeBytes ?? 0) > mostOctets)
    throw new TandemError(
      'payload_too_large',
      `The file has ${sizeBytes} bytes; at most ${mostOctets} are shown here. Download it over REST.`,
      {
        details: about,
      },
    )
  const bytes = await bytesOf(file)
  if (images.has(contentType)) return { data: about, content: [{ type: 'image', data: bytes.toString('base64'), mimeType: contentType }] }
  const text = textIn(bytes)
  if (text === null)
    throw new TandemError('unsupported_media_type', 'This file is neither an image nor a text. Download it over REST.', { details: about })
  return { data: { ...about, text } }
}

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
