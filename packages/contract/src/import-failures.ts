import type { Explained } from './refusals.ts'
import { type ParamsIn, paramsIn, sentenceWith } from './sentences.ts'

/** Why a file could not be imported: codes and their sentences, in the form of refusals. `at` counts bytes. */
export const importFailures = {
  accountDeactivated: 'The account that sent the file is deactivated.',
  csvBinary: 'The file is not a Tandem export, a Trello export or text in UTF-8.',
  csvEmpty: 'The file is empty. Send a Tandem export, a Trello export or a CSV file with a header line.',
  csvNoTitle:
    'The file has no column for titles. Its first line must name the columns, and one of them must be title, name, summary or task.',
  csvNotUtf8: 'The file is not in UTF-8. Save it as CSV in UTF-8.',
  csvQuoteInside:
    'A field near line {line} contains a quotation mark, but does not start with one. Put the field in quotation marks, and double those in it.',
  csvQuoteMissing: 'A quotation mark is missing or not doubled near line {line}.',
  csvRowTooLong: 'The row near line {line} is too long. A quotation mark may be missing.',
  csvTooManyColumns: 'The file has more than {count} columns. Remove some.',
  failedRepeatedly: 'The import failed several times. Import the file again later, or tell the server operator.',
  formatNewer: 'The file has format version {version}, but this release reads version 1. Import it with a newer Tandem.',
  interrupted: 'The import was interrupted several times. Import the file again.',
  jsonEndsEarly: 'The file is not complete: it ends too early, at byte {at}. Export the board again.',
  jsonEntryTooLarge: 'The file contains an entry that is too large, at byte {at}.',
  jsonExpected: 'The file is not valid JSON: expected {what} at byte {at}.',
  jsonForeign: 'The file is JSON, but neither a Tandem export nor the export of a Trello board.',
  jsonNameMissing: 'The file is not valid JSON: a name is missing at byte {at}.',
  jsonNoBoard: 'The file is JSON, but its format is not tandem-board.',
  jsonTooDeep: 'The file is nested more than {count} levels deep, at byte {at}.',
  jsonTooMuch: 'The file contains too much data besides cards.',
  jsonTrailing: 'The file is not valid JSON: it has extra data at the end, at byte {at}.',
  jsonValueInvalid: 'The file is not valid JSON in UTF-8: it contains an invalid value at byte {at}.',
  jsonValueMissing: 'The file is not valid JSON: a value is missing at byte {at}.',
  noBoard: 'The file contains no board.',
  tooManyCards: 'The file has more than {count} cards. Split it.',
  tooManyLists: 'The file has more than {count} lists. Remove some.',
  zipBroken: 'The ZIP archive is broken: {cause}.',
  zipDamaged: 'The archive is damaged: a file in it was changed. Export the board again.',
  zipNoBoard: 'The archive contains no board.json, so it is not a Tandem export.',
  zipTooLarge: 'The board in the archive has more than {bytes} bytes. Ask the server operator to raise IMPORT_MAX_BYTES.',
  zipTooManyFiles: 'The archive contains more than {count} files. Import its board.json alone: this imports everything except the files.',
  zipUnsupported: 'A file in the archive is encrypted or uses an unsupported compression method.',
} as const

type Failures = typeof importFailures
export type ImportFailure = keyof Failures
type Given<Says> = [ParamsIn<Says>] extends [Record<string, never>] ? [] : [params: ParamsIn<Says>]

export function importFailure<R extends ImportFailure>(reason: R, ...[given]: Given<Failures[R]>): Explained {
  return { message: sentenceWith(importFailures[reason], given), reason, params: paramsIn(given) }
}
