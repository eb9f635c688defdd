import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { sql } from '../../src/db/database.ts'
import type { Answer } from '../kit/http.ts'
import type { Caller, World } from '../rest/world.ts'

export type Sent = { name?: string; type?: string; fields?: Record<string, string>; headers?: Record<string, string> }

/** Uploads as a browser does. */
export async function upload(
  world: World,
  by: Pick<Caller, 'headers'>,
  bytes: Buffer | string,
  sent: Sent = {},
  cardId = world.board.cards[0],
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(sent.fields ?? {})) form.append(name, value)
  form.append('file', new File([new Uint8Array(Buffer.from(bytes))], sent.name ?? 'notes.txt', { type: sent.type ?? 'text/plain' }))
  return answerOf(
    await fetch(`${world.service.url}/api/cards/${cardId}/attachments`, {
      method: 'POST',
      headers: { ...by.headers, ...sent.headers },
      body: form,
    }),
  )
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
}

export type Download = { status: number; headers: Headers; bytes: Buffer }

export async function download(
  world: World,
  by: Pick<Caller, 'headers'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<Download> {
  const response = await fetch(world.service.url + path, { headers: { ...by.headers, ...headers } })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** A directory for the files of one service. */
export async function dataDirectory(): Promise<{ path: string; files(): Promise<string[]>; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'tandem-files-'))
  return {
    path,
    files: () => readdir(join(path, 'files')).catch(() => []),
    remove: () => rm(path, { recursive: true, force: true }),
  }
}

export const fileRows = sql<{ key: string; kept: boolean; doomed: boolean }>('select key, kept, doomed from files order by created_at, key')

/** A PNG of one colour. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
