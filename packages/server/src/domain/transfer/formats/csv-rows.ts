import { Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { BrokenFile, brokenFile } from './json-parts.ts'
import type { ReadBytes } from './open-source.ts'

/** The rows of a CSV file in UTF-8, read as a stream; the first names the columns and is line 1. */
type Row = { record: string[]; line: number }

const largestRow = 2_000_000

/** Reads the rows of a CSV file. Throws BrokenFile. */
export async function* rowsOf(readBytes: ReadBytes): AsyncGenerator<Row> {
  const delimiter = await delimiterIn(readBytes)
  const parser = parse({ bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, max_record_size: largestRow, info: true })
  const source = Readable.from(inUtf8(readBytes()))
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    let line = 0
    for await (const { record } of parser as AsyncIterable<{ record: string[]; info: Info }>) yield { record, line: ++line }
  } catch (error) {
    throw error instanceof BrokenFile ? error : brokenCsv(error)
  } finally {
    source.destroy()
    parser.destroy()
  }
}

async function* inUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of bytes) {
      if (chunk.includes(0)) throw brokenFile('csvBinary')
      yield utf8.decode(chunk, { stream: true })
    }
    yield utf8.decode()
  } catch (error) {
    throw error instanceof TypeError ? brokenFile('csvNotUtf8') : error
  }
}

/** That of `,`, `;` and tab which the header line has most of. */
async function delimiterIn(readBytes: ReadBytes): Promise<string> {
  let head = ''
  for await (const chunk of readBytes()) {
    head += chunk.toString('latin1')
    if (head.length >= 10_000 || head.includes('\n')) break
  }
  const [first = ''] = head.replace(/"[^"]*"/g, '').split('\n')
  const count = (of: string) => first.split(of).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

function brokenCsv(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const { code, lines } = error as { code: string; lines?: number }
  return brokenFile(problems.get(code) ?? 'csvQuoteMissing', { line: lines ?? '?' })
}

const problems = new Map([
  ['CSV_MAX_RECORD_SIZE', 'csvRowTooLong'],
  ['INVALID_OPENING_QUOTE', 'csvQuoteInside'],
] as const) as ReadonlyMap<string, 'csvRowTooLong' | 'csvQuoteInside'>
