import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textOfHtml } from '../../src/domain/replies/html-text.ts'
import { meaningOf } from '../../src/domain/replies/meaning.ts'
import { readBody, readHead } from '../../src/domain/replies/message.ts'
import { replyTextIn } from '../../src/domain/replies/reply-text.ts'

/** Replies as mail programs write them: each file with the text of its author. */
const corpus = join(import.meta.dirname, 'corpus')
const written = JSON.parse(readFileSync(join(corpus, 'written.json'), 'utf8')) as Record<string, string>

test('the corpus has a text for each of its letters, and more than twenty of them', () => {
  const names = readdirSync(corpus).filter((name) => name.endsWith('.txt'))
  expect(names.map((name) => name.replace('.txt', '')).toSorted()).toEqual(Object.keys(written).toSorted())
  expect(names.length).toBeGreaterThan(20)
})

test.each(Object.entries(written))('of %s stays what the person wrote', { meta: { proves: ['mail.in.quotes'] } }, (name, text) => {
  expect(replyTextIn(readFileSync(join(corpus, `${name}.txt`), 'utf8'))).toBe(text)
})

test.each([
  [
    'gmail',
    '<div dir="ltr">The <b>left</b> one<br>and soon</div><br><div class="gmail_quote gmail_quote_container"><div class="gmail_attr">On Thu, Nov 26, 2026 at 10:12 AM Tandem wrote:<br></div><blockquote>Which?</blockquote></div>',
    'The left one\nand soon',
  ],
  [
    'outlook',
    '<html><head><style>p {margin:0}</style></head><body><p>approve</p><p>Fine &amp; good.</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Tandem<br><b>Sent:</b> Thursday</div><div>Text</div></body></html>',
    'approve\nFine & good.',
  ],
  [
    'apple',
    '<body>Yes<br id="x"><div><br><blockquote type="cite"><div>On 26 Nov 2026, Tandem wrote:</div><div>Which?</div></blockquote></div></body>',
    'Yes',
  ],
  ['proton', '<div>Ja</div><div class="protonmail_quote">On Thursday, Tandem wrote:<blockquote>Which?</blockquote></div>', 'Ja'],
])('a letter that is only HTML is read without what %s quotes', { meta: { proves: ['mail.in.quotes'] } }, (_program, html, text) => {
  expect(replyTextIn(textOfHtml(html)).replace(/\n{2,}/g, '\n')).toBe(text)
})

test('untrusted text is read in pieces: each is looked at once', async () => {
  const hostile = [
    `${'<@'.repeat(199)}\n`.repeat(500),
    `On ${'1 '.repeat(500_000)}`,
    'On 1 a\n'.repeat(100_000),
    `${'<'.repeat(500_000)} wrote`,
    `From: ${'x\nSent: '.repeat(100_000)}`,
  ]
  for (const text of hostile) expect(replyTextIn(text).length).toBeLessThanOrEqual(text.length)
  expect(textOfHtml('<div>'.repeat(100_000))).toMatch(/^\n*$/)
  expect(textOfHtml(`Yes${'<b>'.repeat(80_000)}${'</i>'.repeat(60_000)}`)).toBe('Yes')
  const parts = `From: a@b.c\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\n'.repeat(100_000)}`
  expect(await readBody(Buffer.from(parts))).toBeNull()
  expect(meaningOf({ kind: 'choice', options: ['Left'] }, `${'!'.repeat(100_000)}a`)).toEqual({ unclear: 'choice' })
  expect(meaningOf({ kind: 'approval' }, 'Approve? No, not yet.')).toEqual({ unclear: 'approval' })
})

test.each([
  ['in quoted-printable', 'text/plain; charset=iso-8859-1', 'quoted-printable', 'F=FCr Montag=\r\n gut', 'Für Montag gut'],
  ['in base64', 'text/plain; charset=utf-8', 'base64', Buffer.from('Sí, mañana').toString('base64'), 'Sí, mañana'],
  ['only as HTML', 'text/html; charset=utf-8', '8bit', '<p>Yes &amp; <b>no</b></p><div class="gmail_quote">On Monday</div>', 'Yes & no'],
])('a text is read %s', { meta: { proves: ['mail.in.quotes'] } }, async (_how, type, encoding, body, text) => {
  const head = `From: A <A@Example.com>\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}`
  const raw = Buffer.from(`${head}\r\n\r\n${body}\r\n`)
  expect(await readHead(raw, 'mail.test')).toMatchObject({ from: 'a@example.com', automatic: null, messageId: null })
  expect(await readBody(raw)).toEqual({ text, hasAttachments: false })
})
