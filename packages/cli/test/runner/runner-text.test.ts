import { InvalidArgumentError } from 'commander'
import { describe, expect, test } from 'vitest'
import { fillSettings } from '../../src/runner/fill.ts'
import { readFilter } from '../../src/runner/filter.ts'
import { profiles } from '../../src/runner/profiles.ts'
import { redactor } from '../../src/runner/redact.ts'

describe('what a command prints loses', () => {
  const redact = redactor({ MY_TOKEN: 'abcdefgh', OTHER_SECRET: 'abcdefgh-and-more', PIN_PASSWORD: 'short', HOME: '/home/ada' })

  test.each([
    ['a variable named like a secret', 'x abcdefgh y', 'x [secret] y'],
    ['the whole of one that begins with another', 'abcdefgh-and-more', '[secret]'],
    ['tokens of Tandem', 'kbt_0123456789abcdef', '[secret]'],
    ['a header', 'Authorization: Bearer abc.def-123456', 'Authorization: Bearer [secret]'],
    ['the password in a URL', 'git clone https://ada:pa55word@example.com/x', 'git clone https://ada:[secret]@example.com/x'],
    ['colours and what moves the cursor', '\u001b[31mred\u001b[0m\u0007', 'red '],
  ])('%s', (_what, given, left) => {
    expect(redact(given)).toBe(left)
  })

  test('and nothing else', () => {
    for (const text of ['short', '/home/ada', 'the bearer of news', 'https://example.com/a:b@c']) expect(redact(text)).toBe(text)
  })
})

describe('--card-filter', () => {
  test('has the words of the search of cards; one that comes again is an alternative', () => {
    expect(readFilter('label=bug&priority=high&priority=urgent&completed=false&q=pump')).toEqual({
      label: 'bug',
      priority: ['high', 'urgent'],
      completed: false,
      q: 'pump',
    })
    const fieldId = '01920000-0000-7000-8000-000000000000'
    expect(readFilter(`field.${fieldId}=M`)).toEqual({ field: { [fieldId]: 'M' } })
  })

  test.each(['colour=red', 'priority=tomorrow', 'limit=3', 'due=someday'])('refuses %s', (text) => {
    expect(() => readFilter(text)).toThrow(InvalidArgumentError)
  })
})

describe('a profile', () => {
  const values = {
    promptFile: '/p',
    prompt: 'do',
    mcpUrl: 'http://t/mcp',
    mcpConfig: '/m',
    settings: '/s',
    summaryFile: '/u',
    card: 'ENG-1',
    session: 'id',
    directory: '/d',
  }

  test.each(Object.entries(profiles))('%s names only what is filled in, and gets its prompt one way', (_name, profile) => {
    const words = [...profile.command, ...Object.values(profile.environment ?? {})].join(' ')
    for (const [, name] of words.matchAll(/\{(\w+)\}/g)) expect(Object.keys(values)).toContain(name)
    expect(/\{prompt(File)?\}/.test(words)).toBe(profile.prompt === 'file')
    expect(words.includes('{settings}')).toBe(profile.settings !== undefined)
  })

  test('leaves in its settings what the agent fills in itself', () => {
    const settings = JSON.parse(fillSettings(profiles.gemini?.settings ?? {}, values))
    expect(settings.mcpServers.tandem).toMatchObject({
      httpUrl: 'http://t/mcp',
      headers: { Authorization: ['Bearer $', '{TANDEM_TOKEN}'].join('') },
    })
  })
})
