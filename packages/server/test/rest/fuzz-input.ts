import fc from 'fast-check'
import type { oas31 } from 'zod-openapi'

type Schema = oas31.SchemaObject | oas31.ReferenceObject | undefined

/** A placeholder for an id that an answer of the running test had under this name. */
export class IdOf {
  readonly name: string
  readonly at: number

  constructor(name: string, at: number) {
    this.name = name
    this.at = at
  }

  toJSON(): string {
    return `<${this.name} ${this.at}>`
  }
}

/** Values of a schema of the document, most of them valid; at every place now and then something that is not. */
export function createInputs(document: oas31.OpenAPIObject) {
  const seldom = 40

  function inputOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
    return fc.oneof({ weight: seldom, arbitrary: validOf(schema, name) }, { weight: 1, arbitrary: odd })
  }

  function validOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
    if (!schema) return odd
    if (isReference(schema)) return validOf(document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''], name)
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const options = schema.anyOf ?? schema.oneOf
    if (options) return fc.oneof(...options.map((option) => validOf(option, name)))
    const types = [schema.type ?? []].flat()
    return types.length === 0 ? fc.jsonValue() : fc.oneof(...types.map((type) => ofType(type, schema, name)))
  }

  function ofType(type: string, schema: oas31.SchemaObject, name: string): fc.Arbitrary<unknown> {
    switch (type) {
      case 'object':
        return ofObject(schema)
      case 'array': {
        const minLength = schema.minItems ?? 0
        return fc.array(inputOf(schema.items, name.replace(/s$/, '')), {
          minLength,
          maxLength: Math.min(schema.maxItems ?? 4, minLength + 4),
        })
      }
      case 'string':
        return ofString(schema, name)
      case 'integer':
        return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 100 })
      case 'number':
        return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
      case 'boolean':
        return fc.boolean()
      default:
        return fc.constant(null)
    }
  }

  /** Mostly few optional properties: with all of them, some would always contradict each other. */
  function ofObject({ properties = {}, required = [], additionalProperties }: oas31.SchemaObject): fc.Arbitrary<unknown> {
    const made = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, inputOf(schema, name)]))
    const optional = Object.keys(made).filter((name) => !required.includes(name))
    const few = fc
      .subarray(optional, { maxLength: Math.min(3, optional.length) })
      .chain((chosen) => fc.record(pick(made, [...required, ...chosen])))
    const known = fc.oneof({ weight: 6, arbitrary: few }, { weight: 1, arbitrary: fc.record(made, { requiredKeys: required }) })
    const names = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('id', 'boardId', 'constructor', 'version'))
    const spare = typeof additionalProperties === 'object' ? inputOf(additionalProperties, 'value') : fc.jsonValue()
    const extended = fc.tuple(known, fc.dictionary(names, spare, { maxKeys: 2 })).map(([own, more]) => ({ ...more, ...own }))
    return fc.oneof({ weight: additionalProperties === undefined ? seldom : 2, arbitrary: known }, { weight: 1, arbitrary: extended })
  }

  return inputOf
}

const isReference = (schema: NonNullable<Schema>): schema is oas31.ReferenceObject => '$ref' in schema && schema.$ref !== undefined

function ofString({ format, minLength = 0, maxLength = 40, pattern }: oas31.SchemaObject, name: string): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.nat(1_000).map((at) => new IdOf(name, at))
  if (format === 'date-time') return anyTime
  if (format === 'uri')
    return mostly(
      ['http://127.0.0.1:61999/hook', 'https://127.0.0.1:61999/', 'http://[::1]:61999/a?b#c'],
      ['http://user@127.0.0.1:61999/', 'http://'],
    )
  if (format === 'email') return fc.nat().map((number) => `fuzz${number}@example.com`)
  const special = byName[name]
  if (special) return special
  const text = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 40) }).map((value) => value.replaceAll('\0', '0'))
  const words = fc.constantFrom(
    'Plain words',
    ' padded ',
    '@ada @robo',
    '%_\\',
    'ENG-1',
    '<b>x</b>',
    '${x}',
    '日本語 🚀',
    'a'.repeat(Math.min(maxLength, 200)),
  )
  const short = fc.constantFrom('AB', 'red', '#aabbcc', 'engine', 'a0')
  return fc.oneof(text, words, pattern === undefined ? words : short)
}

const anyTime = fc.oneof(
  fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999Z',
    '1600-02-29T12:00:00.5+14:00',
    '2026-11-21T09:30:00-23:59',
    '2026-11-21T09:30:00',
  ),
)

const anId = (name: string) => fc.nat(1_000).map((at) => new IdOf(name, at))

function pick<T>(from: Record<string, T>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
}

function mostly(fitting: readonly string[], unfitting: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 10, arbitrary: fc.constantFrom(...fitting) }, { weight: 1, arbitrary: fc.constantFrom(...unfitting) })
}

/** Text of a header: any byte except line breaks and NUL. */
const oddText = fc
  .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 140 })
  .map((bytes) => String.fromCharCode(...bytes.map((byte) => (byte === 0x7f ? 0x09 : byte))))

/** Values of the headers that the document names, and of some that it does not. */
export const headerValues: Record<string, fc.Arbitrary<unknown>> = {
  'Idempotency-Key': fc.oneof(
    fc.uuid(),
    fc.constantFrom('again', 'and again', '', ' ', 'x'.repeat(129), 'x'.repeat(17_000), '__proto__'),
    oddText,
  ),
  'If-None-Match': fc.oneof(
    fc.nat(1_000).map((at) => new IdOf('etag', at)),
    fc.constantFrom('*', '""', 'W/"1"', '"1-0", *', ',,,', '"'.repeat(9_000)),
    oddText,
  ),
  Range: fc.oneof(
    fc.constantFrom('bytes=0-0', 'bytes=1-', 'bytes=-1', 'bytes=5-2', 'bytes=0-999999999999999', 'bytes=0-0,2-3', 'bytes=-0', 'rows=1-2'),
    fc.tuple(fc.nat(40), fc.nat(40)).map(([from, to]) => `bytes=${from}-${to}`),
    oddText,
  ),
}
export const foreignHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  { origin: 'https://elsewhere.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'x-forwarded-for': "203.0.113.7, ' or 1=1" },
  { 'accept-encoding': 'br;q=2, \u00ff' },
  { 'content-type': 'text/plain' },
)

/** Names and contents of uploaded files. */
export const anyFile: fc.Arbitrary<File> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(
        '',
        '{}',
        '[]',
        'null',
        '{"format":"tandem-board"',
        'title,list\nOne,To do\n',
        '\ufeffname;status\r\n"a""b";c',
        '%PDF-1.7',
      ),
      fc.constantFrom('{"name":"T","lists":[{"id":"a","name":"L"}],"cards":[{"id":"c","idList":"a","name":"N"}],"actions":[{}]}'),
      fc.uint8Array({ maxLength: 60 }),
    ),
    fc.oneof(
      fc.constantFrom('plan.txt', 'board.json', 'ideas.csv', '../../up', 'a"b;c', '日本語 🚀.png', '.', 'x'.repeat(300)),
      fc.string(),
    ),
    fc.constantFrom('', 'text/plain', 'text/html', 'image/png', 'application/json', 'x/y; charset=\u00ff'),
  )
  .map(([content, name, type]) => new File([content], name.toWellFormed(), { type }))

const scope = mostly(
  ['boards:read', 'boards:write', 'cards:write', 'comments:write', 'sessions:write', 'notifications:write'],
  ['tokens:write', 'admin', 'board:019f0000-0000-7000-8000-000000000001', 'x'],
)

/** Values by property name, for schemas that random strings would hardly ever satisfy. */
const byName: Record<string, fc.Arbitrary<unknown>> = {
  clientMutationId: fc.oneof({ weight: 8, arbitrary: fc.uuid() }, { weight: 1, arbitrary: fc.constantFrom('again', 'and again') }),
  since: fc.oneof(anId('id'), anyTime, fc.constantFrom('2026-01-01', '2026-13-01', '0000-01-01', '9999-12-31T23:59:59-10:00', 'now', '1')),
  key: fc.oneof(
    anId('key'),
    anId('key'),
    fc.constantFrom('eng-2', 'ENG-0', 'ENG-99999999999999999999', 'ENG', '-1'),
    fc.string({ maxLength: 40 }),
  ),
  scope,
  event: mostly(['*', 'card.*', 'card.moved', 'agent_session.*'], ['card.nothing', 'constructor']),
  keyPrefix: fc.stringMatching(/^[A-Z][A-Z0-9]{1,9}$/),
  handle: fc.oneof(fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,38}$/), fc.constantFrom('ada', 'system')),
  password: mostly(['correct horse battery', 'another passphrase', 'x'.repeat(256)], ['short', 'password1']),
  newPassword: mostly(['correct horse battery', 'another passphrase', 'x'.repeat(256)], ['short', 'password1']),
  timezone: mostly(['Europe/Berlin', 'UTC', 'America/New_York'], ['+01:00', 'Mars/Olympus', 'utc', 'EST5EDT']),
  ifVersion: fc.integer({ min: 1, max: 9 }),
  locale: mostly(['de-AT', 'en'], ['xx-yy-zz', '-']),
}

/** Values that schemas refuse, or accept only as edge cases. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    0,
    -0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    'null',
    'undefined',
    'NaN',
    '[object Object]',
  ),
  fc.constantFrom(
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '\ufeff',
    '\r\nSet-Cookie: a=b',
    '../../etc/passwd',
    '%00',
    '%',
    '__proto__',
    'constructor',
  ),
  fc.constantFrom(
    "'",
    '"',
    "' or 1=1 --",
    "'; drop table boards; --",
    '$1',
    '\\',
    '{{7*7}}',
    '<script>',
    'x'.repeat(100_001),
    '🚀'.repeat(300),
  ),
  fc.constantFrom('0000-01-01T00:00:00Z', '+010000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', 'infinity', '-infinity', '12:00', 'ten'),
  fc.jsonValue(),
  fc.nat(1_000).map((at) => new IdOf('any', at)),
)
