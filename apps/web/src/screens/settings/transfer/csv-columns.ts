import { type CsvColumn, csvColumnCalled } from '@tandem/contract'

/** `field`: imported as a custom field with the name of the column. `none`: left out. */
export type Use = CsvColumn | 'field' | 'none'

export type Column = { name: string; sample: string; use: Use }
export type CsvHead = {
  columns: Column[]
  delimiter: string
  /** The bytes of the header line and of everything before it. */
  bytes: number
}

const looksAtBytes = 65_536
/** Matches JSON documents and ZIP archives, which have no columns to choose. */
const isNoCsv = /^\s*[{[]|^PK/

/** The columns of a CSV file with their guessed use; null if it is not a CSV file. */
export async function readCsvHead(file: Blob): Promise<CsvHead | null> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.slice(0, looksAtBytes).arrayBuffer())
  const plain = text.replace(/^\ufeff/, '')
  if (plain.trim() === '' || isNoCsv.test(plain)) return null
  const delimiter = delimiterIn(plain)
  const [header, sample] = recordsIn(plain, delimiter)
  if (!header) return null
  const columns = header.cells.map((name, at): Column => ({ name: name.trim(), sample: sample?.cells[at] ?? '', use: guessed(name) }))
  const before = text.slice(0, text.length - plain.length + header.end)
  return { columns, delimiter, bytes: new TextEncoder().encode(before).length }
}

/** The file with the column names that the user chose. */
export function withColumns(file: File, { columns, delimiter, bytes }: CsvHead): File {
  const header = columns.map(({ name, use }) => quoted(use === 'field' ? fieldName(name) : use === 'none' ? '' : use)).join(delimiter)
  return new File([`${header}\n`, file.slice(bytes)], file.name, { type: file.type })
}

const guessed = (name: string): Use => csvColumnCalled(name) ?? (name.trim() === '' ? 'none' : 'field')

/** A custom field with the name of a built-in column would be imported as that column. */
const fieldName = (name: string): string => (guessed(name) === 'field' ? name : `${name} (field)`)
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

function delimiterIn(text: string): string {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split('\n')
  const count = (of: string) => first.split(of).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

/** `end`: the start of the next record. */
type CsvRecord = { cells: string[]; end: number }

/** The first two records. Quoted cells may hold delimiters and line ends. */
function recordsIn(text: string, delimiter: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let [cells, cell, isQuoted]: [string[], string, boolean] = [[], '', false]
  for (let at = 0; at < text.length && records.length < 2; at++) {
    const sign = text[at] ?? ''
    if (sign === '"' && isQuoted && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted || (sign !== delimiter && sign !== '\n')) cell += sign
    else {
      cells.push(cell.replace(/\r$/, ''))
      cell = ''
      if (sign === '\n') {
        records.push({ cells, end: at + 1 })
        cells = []
      }
    }
  }
  if (records.length < 2 && (cell !== '' || cells.length > 0)) records.push({ cells: [...cells, cell], end: text.length })
  return records
}
