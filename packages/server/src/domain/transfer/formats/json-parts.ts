import { type Explained, type ImportFailure, importFailure } from '@tandem/contract'

/**
 * Reads a JSON document part by part, so that one of 100 MiB needs no more memory than its largest part, and nesting cannot block or crash
 * the service. The bounds of a part are found here; JSON.parse reads its content.
 */
export type Part = { of: string; value: unknown }

/**
 * How each member of the document is read: as one `value`; a list by its `elements`; or, of a list of objects, each object `without` some
 * members, or only the elements of one list `within` each of them. Other members are skipped.
 */
export type Wanted = Record<string, 'value' | 'elements' | { without: readonly string[] } | { within: string }>

/** The document has the wrong form: the message tells the caller where. */
export class BrokenFile extends Error {
  readonly why: Explained

  constructor(why: Explained) {
    super(why.message)
    this.why = why
  }
}

export const brokenFile = <R extends ImportFailure>(...why: Parameters<typeof importFailure<R>>): BrokenFile =>
  new BrokenFile(importFailure(...why))

const deepest = 64
const largestPartBytes = 8 * 1_048_576
/** The most octets that a reader keeps: everything but cards and what belongs to them. */
export const mostKeptBytes = 32 * 1_048_576

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The parts in the order of the document, of at most so many bytes together. Throws BrokenFile. */
export async function* partsOf(bytes: AsyncIterable<Buffer>, wanted: Wanted, mostBytes = Number.POSITIVE_INFINITY): AsyncGenerator<Part> {
  const cursor = cursorOn(bytes, mostBytes)
  await cursor.skipMark()
  for await (const key of membersOf(cursor)) {
    const want = Object.hasOwn(wanted, key) ? wanted[key] : undefined
    if (want === undefined) await cursor.skip()
    else if (want === 'value') yield { of: key, value: await cursor.parse() }
    else if ((await cursor.next()) !== openBracket) await cursor.skip()
    else if (want === 'elements') for await (const _ of elementsOf(cursor)) yield { of: key, value: await cursor.parse() }
    else yield* objectsIn(cursor, key, want)
  }
  if ((await cursor.next()) !== undefined) throw brokenFile('jsonTrailing', { at: cursor.place() })
}

/** The names of the members of the document, without their values. Throws BrokenFile. */
export async function* memberNames(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const cursor = cursorOn(bytes, mostKeptBytes)
  await cursor.skipMark()
  for await (const key of membersOf(cursor)) {
    yield key
    await cursor.skip()
  }
}

async function* objectsIn(cursor: Cursor, of: string, want: { without: readonly string[] } | { within: string }): AsyncGenerator<Part> {
  for await (const _ of elementsOf(cursor)) {
    if ((await cursor.next()) !== openBrace) await cursor.skip()
    else if ('within' in want) yield* nestedIn(cursor, want.within)
    else yield { of, value: await objectWithout(cursor, want.without) }
  }
}

async function* nestedIn(cursor: Cursor, within: string): AsyncGenerator<Part> {
  for await (const key of membersOf(cursor)) {
    if (key !== within || (await cursor.next()) !== openBracket) await cursor.skip()
    else for await (const _ of elementsOf(cursor)) yield { of: within, value: await cursor.parse() }
  }
}

async function objectWithout(cursor: Cursor, without: readonly string[]): Promise<Record<string, unknown>> {
  const members: [string, unknown][] = []
  const endsBefore = cursor.parsedBytes() + largestPartBytes
  for await (const key of membersOf(cursor)) {
    if (without.includes(key)) await cursor.skip()
    else members.push([key, await cursor.parse()])
    if (cursor.parsedBytes() > endsBefore) throw brokenFile('jsonEntryTooLarge', { at: cursor.place() })
  }
  return Object.fromEntries(members)
}

/** Yields the names of the object at the cursor; at each, the cursor is at its value, which the caller must read or skip. */
async function* membersOf(cursor: Cursor): AsyncGenerator<string> {
  await cursor.expect(openBrace)
  if (await cursor.take(closeBrace)) return
  do {
    if ((await cursor.next()) !== quote) throw brokenFile('jsonNameMissing', { at: cursor.place() })
    const key = String(await cursor.parse())
    await cursor.expect(colon)
    yield key
  } while (await cursor.take(comma))
  await cursor.expect(closeBrace)
}

/** Yields at each element of the list at the cursor, which the caller must read or skip. */
async function* elementsOf(cursor: Cursor): AsyncGenerator<void> {
  await cursor.expect(openBracket)
  if (await cursor.take(closeBracket)) return
  do yield
  while (await cursor.take(comma))
  await cursor.expect(closeBracket)
}

type Cursor = ReturnType<typeof cursorOn>

function cursorOn(bytes: AsyncIterable<Buffer>, mostBytes = Number.POSITIVE_INFINITY) {
  const chunks = bytes[Symbol.asyncIterator]()
  let chunk: Buffer = Buffer.alloc(0)
  let at = 0
  let before = 0
  let parsed = 0

  return {
    skipMark,
    next,
    async take(byte: number): Promise<boolean> {
      const found = (await next()) === byte
      if (found) at += 1
      return found
    },
    async expect(byte: number): Promise<void> {
      if ((await next()) !== byte) throw brokenFile('jsonExpected', { what: String.fromCharCode(byte), at: place() })
      at += 1
    },
    skip: () => walk(null),
    parse,
    parsedBytes: () => parsed,
    place,
  }

  /** The offset in the file, in bytes. */
  function place(): number {
    return before + at
  }

  async function fill(): Promise<boolean> {
    do {
      before += chunk.length
      at = 0
      const more = await chunks.next()
      if (more.done) {
        chunk = Buffer.alloc(0)
        return false
      }
      chunk = more.value
    } while (chunk.length === 0)
    return true
  }

  /** The next byte that is no space, and still to be taken. */
  async function next(): Promise<number | undefined> {
    for (;;) {
      for (; at < chunk.length; at++) if (!isSpace(chunk[at] ?? 0)) return chunk[at]
      if (!(await fill())) return undefined
    }
  }

  /** Some programs begin UTF-8 with a byte order mark. */
  async function skipMark(): Promise<void> {
    if (chunk.length === 0 && !(await fill())) return
    if (chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) at = 3
  }

  async function parse(): Promise<unknown> {
    const kept: Buffer[] = []
    await walk(kept)
    const text = Buffer.concat(kept)
    parsed += text.length
    if (parsed > mostBytes) throw brokenFile('jsonTooMuch')
    try {
      return JSON.parse(utf8.decode(text))
    } catch {
      throw brokenFile('jsonValueInvalid', { at: place() })
    }
  }

  /** Goes to the end of the value that begins here; its bytes go to `kept`. */
  async function walk(kept: Buffer[] | null): Promise<void> {
    if ((await next()) === undefined) throw brokenFile('jsonEndsEarly', { at: place() })
    const state = { depth: 0, inString: false, escaped: false, ended: false, begun: false }
    let size = 0
    for (;;) {
      const from = at
      at = endIn(chunk, at, state)
      if (kept) {
        size += at - from
        if (size > largestPartBytes) throw brokenFile('jsonEntryTooLarge', { at: place() })
        kept.push(chunk.subarray(from, at))
      }
      if (state.depth > deepest) throw brokenFile('jsonTooDeep', { count: deepest, at: place() })
      if (state.ended && !state.begun) throw brokenFile('jsonValueMissing', { at: place() })
      if (state.ended) return
      if (!(await fill())) {
        if (state.depth > 0 || state.inString || !state.begun) throw brokenFile('jsonEndsEarly', { at: place() })
        return
      }
    }
  }
}

type Walk = { depth: number; inString: boolean; escaped: boolean; ended: boolean; begun: boolean }

/** How far the value goes in this chunk. */
function endIn(chunk: Buffer, from: number, state: Walk): number {
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at] ?? 0
    if (state.inString) {
      if (state.escaped) state.escaped = false
      else if (byte === backslash) state.escaped = true
      else if (byte === quote) {
        state.inString = false
        if (state.depth === 0) return ended(state, at + 1)
      }
    } else if (byte === quote) {
      state.inString = true
      state.begun = true
    } else if (byte === openBrace || byte === openBracket) {
      state.begun = true
      state.depth += 1
      if (state.depth > deepest) return at
    } else if (byte === closeBrace || byte === closeBracket) {
      if (state.depth === 0) return ended(state, at)
      state.depth -= 1
      if (state.depth === 0) return ended(state, at + 1)
    } else if (state.depth === 0 && (byte === comma || byte === colon || isSpace(byte))) return ended(state, at)
    else state.begun = true
  }
  return chunk.length
}

function ended(state: Walk, at: number): number {
  state.ended = true
  return at
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
