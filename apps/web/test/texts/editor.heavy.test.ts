import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { expectAccessibleInEachLook } from '../kit/accessible.ts'
import { inTheBrowser } from '../kit/stage.ts'
import { textIn } from '../kit/written.ts'

inTheBrowser('the editor of texts', (stage) => {
  const field = (page: Page) => page.getByRole('textbox', { name: 'Description' })
  const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' })
  const descriptionOf = async (cardId: string) => (await allowed(stage.world.ada, 'card.get', { cardId })).card.description
  const pasteFile = (at: Locator, name: string) =>
    at.evaluate((place, fileName) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['GIF89a'], fileName, { type: 'image/gif' }))
      place.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, name)
  async function edit(text: string, look: Parameters<typeof stage.visitAs>[1] = {}) {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it', { description: text })
    const { page } = await stage.visitAs('ada', look)
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.getByRole('button', { name: /^(Add description|Edit)$/ }).click()
    await toolbar(page).waitFor()
    return { page, card, board }
  }

  test('marks and blocks are set by keys, and taken away by the same', async () => {
    const { page, card } = await edit('')
    const press = (key: string) => page.keyboard.press(key)
    await page.keyboard.type('bold')
    await press('Control+b')
    expect(await textIn(field(page))).toBe('**bold**')
    await press('Control+b')
    expect(await textIn(field(page))).toBe('bold')
    await press('Control+i')
    expect(await textIn(field(page))).toBe('_bold_')
    await press('Control+i')
    await press('Control+Shift+8')
    expect(await textIn(field(page))).toBe('- bold')
    await press('End')
    await press('Enter')
    await page.keyboard.type('two')
    await press('Control+a')
    await press('Control+Shift+7')
    expect(await textIn(field(page))).toBe('1. bold\n2. two')
    await press('Control+Shift+9')
    expect(await textIn(field(page))).toBe('- [ ] bold\n- [ ] two')
    await press('Control+Shift+9')
    await press('Control+End')
    await press('Shift+Home')
    await press('Control+k')
    expect(await textIn(field(page))).toBe('bold\n[two](https://)')
    await page.keyboard.type('example.com')
    await press('Control+Enter')
    await expect.poll(() => descriptionOf(card.id)).toBe('bold\n[two](https://example.com)')
  })

  test('a new line stays one for the reader, and a text below a list is not part of its last task', async () => {
    const { page, card } = await edit('')
    for (const key of ['One', 'Enter', 'two', 'Enter', 'Enter', '- [ ] first', 'Enter', 'second', 'Enter', 'Enter', 'After'])
      await (key === 'Enter' ? page.keyboard.press(key) : page.keyboard.type(key))
    const text = 'One\ntwo\n\n- [ ] first\n- [ ] second\n\nAfter'
    expect(await textIn(field(page))).toBe(text)
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => descriptionOf(card.id)).toBe(text)
    const read = page.getByRole('region', { name: 'Description' })
    await expect.poll(() => read.locator('p').allInnerTexts()).toEqual(['One\ntwo', 'After'])
    expect((await read.getByRole('listitem').allInnerTexts()).map((item) => item.trim())).toEqual(['first', 'second'])
  })

  test('each button of the bar does what it says, by the keyboard too', async () => {
    const { page } = await edit('word')
    const results = {
      Bold: '**word**',
      Italic: '_word_',
      Heading: '## word',
      'Bulleted list': '- word',
      'Numbered list': '1. word',
      'Task list': '- [ ] word',
      Quote: '> word',
      Code: '`word`',
    }
    await page.keyboard.press('Control+a')
    for (const [name, result] of Object.entries(results)) {
      await toolbar(page).getByRole('button', { name, exact: true }).click()
      expect([name, await textIn(field(page))]).toEqual([name, result])
      await toolbar(page).getByRole('button', { name, exact: true }).click()
      expect([name, await textIn(field(page))]).toEqual([name, 'word'])
    }
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Italic')
    await page.keyboard.press('Enter')
    expect(await textIn(field(page))).toBe('_word_')
  })

  test('the keyboard leaves the text by Tab, and Escape keeps what was written as a draft', async () => {
    const { page, card } = await edit('One')
    await page.keyboard.type('Two ')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save')
    await field(page).focus()
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    await page.getByRole('dialog').waitFor()
    expect(await descriptionOf(card.id)).toBe('One')
    await page.getByRole('region', { name: 'Description' }).getByRole('button', { name: 'Edit' }).click()
    await page.getByText('Your unsaved draft').waitFor()
    expect(await textIn(field(page))).toContain('Two')
  })

  test('an unsaved draft is shown below the text until it is continued or discarded', async () => {
    const { page } = await edit('One')
    await page.keyboard.type('Two ')
    await page.keyboard.press('Escape')
    await page.getByText('Your unsaved draft').waitFor()
    await page.getByRole('button', { name: 'Continue draft' }).click()
    await expect.poll(() => textIn(field(page))).toContain('Two')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByText('Your unsaved draft').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Edit')
    await page.keyboard.press('Enter')
    expect(await textIn(field(page))).toBe('One')
  })

  test('a draft of an edited comment that was left is shown below this comment', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    for (const body of ['One', 'Other']) await allowed(ada, 'comment.create', { cardId: card.id, body })
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Edit comment' }) })
      .first()
    const rewritten = page.getByRole('textbox', { name: 'Edit comment' })
    await row.getByRole('button', { name: 'Edit comment' }).press('Enter')
    await rewritten.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Two ')
    await page.keyboard.press('Escape')
    await row.getByText('Your unsaved draft').waitFor()
    expect(await page.getByText('Your unsaved draft').count()).toBe(1)
    await row.getByRole('button', { name: 'Continue draft' }).click()
    await expect.poll(() => textIn(rewritten)).toContain('Two')
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByText('Your unsaved draft').waitFor({ state: 'detached' })
    await expect.poll(() => row.locator('button:focus').count()).toBe(1)
  })

  test('Escape leaves a field with text, and a second Escape closes the card', async () => {
    const { page } = await edit('One')
    await page.keyboard.press('Escape')
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.click()
    await page.keyboard.type('Half a thought')
    await page.keyboard.press('Escape')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role'))
    await expect.poll(focused).toBe('tabpanel')
    expect(await textIn(comment)).toBe('Half a thought')
    // The keyboard goes on from there, not from the header of the card.
    await page.keyboard.press('Tab')
    expect(await page.getByRole('tabpanel').locator(':focus').count()).toBe(1)
    await page.getByRole('button', { name: 'Checklist' }).click()
    await page.keyboard.type('Sand')
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Add an item').inputValue()).toBe('Sand')
    await expect.poll(() => page.getByRole('region', { name: 'Checklist' }).and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('Escape in a text that has not begun closes the card: in its title, in an empty comment, in one that was emptied', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    const { page } = await stage.visitAs('ada')
    const comment = page.getByRole('textbox', { name: 'Comment' })
    const begin = {
      title: () => page.getByRole('textbox', { name: 'Title' }).click(),
      comment: async () => {
        await comment.click()
        await toolbar(page).waitFor()
      },
      emptied: async () => {
        await comment.click()
        await toolbar(page).waitFor()
        await page.keyboard.type('a')
        await page.keyboard.press('Backspace')
      },
    }
    for (const text of Object.values(begin)) {
      await page.goto(`/boards/${board.id}/cards/${card.key}`)
      await text()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

  test('what is typed over text of another look takes its place, and breaks no policy', async () => {
    const { page } = await edit('# Large\n\n**bold** `code`')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('New words')
    expect(await textIn(field(page))).toBe('New words')
    await page.keyboard.press('Control+z')
    await field(page).fill('One\n\n**two**\n')
    await expect.poll(() => textIn(field(page))).toBe('One\n\n**two**\n')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    expect(await textIn(field(page))).toBe('')
    await page.keyboard.type('- one')
    await page.keyboard.press('Enter')
    expect(await textIn(field(page))).toBe('- one\n- ')
  })

  test('a text is cut at its limit, and shortened there', async () => {
    const longest = 100_000
    // Only the lines in sight stand in the page.
    const before = 'A line.\n'.repeat(longest / 8 - 1)
    const { page, card } = await edit(`${before}${'x'.repeat(6)}`)
    const expectEnd = (end: string) => expect.poll(async () => (await textIn(field(page))).split('\n').at(-1)).toBe(end)
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText('abcd')
    await expectEnd('xxxxxxab')
    await page.keyboard.type('e')
    await page.keyboard.press('Backspace')
    await expectEnd('xxxxxxa')
    await page.keyboard.type('fg')
    await expectEnd('xxxxxxaf')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => descriptionOf(card.id)).toBe(`${before}xxxxxxaf`)
  })

  test('a slash that is typed before the code of the editor has come offers blocks, too', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    const { page } = await stage.visitAs('ada')
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/assets/code-editor-*', async (route) => {
      asked.resolve()
      await held.promise
      await route.continue()
    })
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.getByRole('button', { name: 'Add description' }).click()
    await asked.promise
    await page.keyboard.type('/')
    held.resolve()
    await page.getByRole('option', { name: 'Quote' }).waitFor()
    await page.keyboard.type('quo')
    await page.keyboard.press('Enter')
    await expect.poll(() => textIn(field(page))).toBe('> ')
  })

  test('a slash at the beginning of a line offers blocks; Escape closes the list alone', async () => {
    const { page } = await edit('')
    await page.keyboard.type('/')
    await page.getByRole('option', { name: /^Task list/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await page.keyboard.press('Backspace')
    await page.keyboard.type('/task')
    await page.getByRole('option', { name: /^Task list/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Sand')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Prime, and/or paint')
    expect(await textIn(field(page))).toBe('- [ ] Sand\n- [ ] Prime, and/or paint')
  })

  test('a slash offers a divider and a table, which stand apart from the texts around them', async () => {
    const { page, card } = await edit('Words')
    const choose = async (typed: string, name: string) => {
      await page.keyboard.type(typed)
      await page.getByRole('option', { name, exact: true }).waitFor()
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Control+Home')
    await choose('/tab', 'Table')
    expect(await textIn(field(page))).toMatch(/^(\|.*\n){4}\nWords$/)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Above')
    await page.keyboard.press('Enter')
    await choose('/div', 'Divider')
    await page.keyboard.type('Below')
    await page.keyboard.press('Enter')
    await choose('/tab', 'Table')
    await page.keyboard.type('Size')
    const text = 'Above\n\n---\nBelow\n\n| Size    |     |\n| --- | --- |\n|     |     |\n|     |     |'
    expect(await textIn(field(page))).toBe(text)
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => descriptionOf(card.id)).toBe(text)
    const read = page.getByRole('region', { name: 'Description' })
    await expect.poll(() => read.locator('p').allInnerTexts()).toEqual(['Above', 'Below'])
    expect(await read.getByRole('separator').count()).toBe(1)
    expect(await read.getByRole('columnheader').allInnerTexts()).toEqual(['Size', ''])
    expect(await read.getByRole('row').count()).toBe(3)
  })

  test('a slash offers a file, which is attached and stands where the caret was; not where a text has no files', async () => {
    const { page, card, board } = await edit('')
    await page.keyboard.type('/')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('option', { name: 'Image or file', exact: true }).click(),
    ])
    await chooser.setFiles([{ name: 'chosen.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }])
    await expect.poll(() => textIn(field(page))).toMatch(/^!?\[chosen\.gif\]\(\/api\/attachments\/[0-9a-f-]{36}\) $/)
    expect(await field(page).evaluate((at) => at === document.activeElement)).toBe(true)
    expect((await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.attachments).toHaveLength(1)
    await page.goto(`/boards/${board.id}/settings/guidance`)
    await page.getByRole('button', { name: 'Start empty' }).click()
    await page.getByRole('textbox').click()
    await toolbar(page).waitFor()
    await page.keyboard.type('/')
    await page.getByRole('option', { name: 'Divider', exact: true }).waitFor()
    expect(await page.getByRole('option', { name: 'Image or file' }).count()).toBe(0)
  })

  test('the beginning of a key offers its cards, of other boards too', async () => {
    const { page, board } = await edit('')
    const here = await board.card('Sand the walls')
    const other = await makeBoard(stage.world)
    const there = await other.card('Order paint')
    await page.reload()
    await page.getByRole('button', { name: 'Add description' }).click()
    await toolbar(page).waitFor()
    await page.keyboard.type(`See ${here.key.slice(0, -1)}`)
    await page.getByRole('option', { name: /Sand the walls/ }).click()
    await page.keyboard.type(` and ${there.key}`)
    await page.getByRole('option', { name: /Order paint/ }).click()
    expect(await textIn(field(page))).toBe(`See ${here.key} and ${there.key}`)
  })

  test('a picture that is dropped on the text is attached, and stands where it was dropped', async () => {
    const { page, card } = await edit('One')
    await field(page).evaluate((at) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['GIF89a'], 'dropped.gif', { type: 'image/gif' }))
      const { left, top } = at.getBoundingClientRect()
      for (const type of ['dragover', 'drop'])
        at.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, clientX: left + 1, clientY: top + 12 }))
    })
    await expect.poll(() => textIn(field(page))).toMatch(/^!\[dropped\.gif\]\(\/api\/attachments\/[0-9a-f-]{36}\) \nOne$/)
    expect((await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.attachments).toHaveLength(1)
  })

  test('what is written looks like what it will be: headings are large, bold is bold, marks are pale', async () => {
    const { page } = await edit('# Large\n\nText **bold** `code`\n\n> said')
    const styleOf = (text: string, of: 'fontSize' | 'fontWeight' | 'color') =>
      page
        .locator('.cm-content')
        .getByText(text, { exact: true })
        .evaluate((at, name) => getComputedStyle(at)[name], of)
    const size = async (text: string) => Number.parseFloat(await styleOf(text, 'fontSize'))
    expect(await size('Large')).toBeGreaterThan(await field(page).evaluate((at) => Number.parseFloat(getComputedStyle(at).fontSize)))
    expect(await styleOf('bold', 'fontWeight')).toBe('650')
    expect(await page.locator('.cm-quote').textContent()).toBe('> said')
  })

  test('a text that is being written is accessible with its bar and its list: light, in the dark, and on a phone', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it', {
      description: '# One\n\nSome **bold** `code` [link](https://example.com)\n\n> said\n\n```\ncode\n```',
    })
    const visitor = await stage.visitAs('ada')
    const { page } = visitor
    await expectAccessibleInEachLook(visitor, `/boards/${board.id}/cards/${card.key}`, async () => {
      await page.getByRole('region', { name: 'Description' }).getByRole('button', { name: 'Edit', exact: true }).click()
      await toolbar(page).waitFor()
      await page.keyboard.press('Control+End')
      await page.keyboard.press('Enter')
      await page.keyboard.type('/')
      await page.getByRole('option').first().waitFor()
    })
  })

  test('the plain field takes the text until the code of the editor has come, which goes on in the middle of a word', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    const { page } = await stage.visitAs('ada')
    const held = Promise.withResolvers<void>()
    await page.route('**/code-editor-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const comment = page.getByLabel('Comment', { exact: true })
    await comment.click()
    await page.keyboard.type('Writ')
    expect(await comment.evaluate((at) => at.tagName)).toBe('TEXTAREA')
    held.resolve()
    await toolbar(page).waitFor()
    await page.keyboard.type('ten')
    expect(await textIn(comment)).toBe('Written')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+y')
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(async () => (await allowed(stage.world.ada, 'comment.list', { cardId: card.id })).map(({ body }) => body))
      .toEqual(['Written'])
    await expect.poll(() => textIn(comment)).toBe('')
  })

  test('a button that is being pressed when the code of the editor comes stays under the pointer', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    const { page } = await stage.visitAs('ada')
    const held = Promise.withResolvers<void>()
    await page.route('**/code-editor-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const asked = page.waitForRequest('**/code-editor-*.js')
    const comment = page.getByLabel('Comment', { exact: true })
    await comment.click()
    await page.keyboard.type('Said')
    const code = (await asked).url()
    await page.getByRole('button', { name: 'Comment', exact: true }).hover()
    await page.mouse.down()
    held.resolve()
    // As a text: vitest rewrites an import.
    await page.evaluate(`import(${JSON.stringify(code)}).then(() => {})`)
    expect(await comment.evaluate((at) => at.tagName)).toBe('TEXTAREA')
    await page.mouse.up()
    await expect
      .poll(async () => (await allowed(stage.world.ada, 'comment.list', { cardId: card.id })).map(({ body }) => body))
      .toEqual(['Said'])
  })

  test('a mention that was begun in the plain field is completed in the editor', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    const { page } = await stage.visitAs('ada')
    const held = Promise.withResolvers<void>()
    await page.route('**/code-editor-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const comment = page.getByLabel('Comment', { exact: true })
    await comment.click()
    await page.keyboard.type('Ask @m')
    held.resolve()
    await page.getByRole('option', { name: /Mia/ }).waitFor()
    await page.keyboard.press('Enter')
    expect(await textIn(comment)).toBe(`Ask @${stage.world.mia.handle} `)
  })

  test('a completed mention is followed by one space: by its own, the typed one, or the one that was there', async () => {
    const { page } = await edit('')
    const mention = `@${stage.world.mia.handle}`
    const complete = async (typed: string) => {
      await page.keyboard.type(typed)
      await page.getByRole('option', { name: /Mia/ }).waitFor()
      await page.keyboard.press('Enter')
    }
    await complete('Ask @m')
    await page.keyboard.type(' about it')
    expect(await textIn(field(page))).toBe(`Ask ${mention} about it`)
    await page.keyboard.press('Control+a')
    await complete('@m')
    // Only the first space is taken over, and none after the caret moved.
    await page.keyboard.type('  a')
    expect(await textIn(field(page))).toBe(`${mention}  a`)
    await page.keyboard.press('Control+a')
    await complete('@m')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type(' a')
    expect(await textIn(field(page))).toBe(`${mention}  a`)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Ask  now')
    for (let at = 0; at < ' now'.length; at++) await page.keyboard.press('ArrowLeft')
    await complete('@m')
    await page.keyboard.type('right ')
    expect(await textIn(field(page))).toBe(`Ask ${mention} right now`)
  })

  test('where the code of the editor cannot come, the plain field stays', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    const { page } = await stage.visitAs('ada')
    const refused = Promise.withResolvers<void>()
    await page.route('**/code-editor-*.js', async (route) => {
      await route.abort()
      refused.resolve()
    })
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const comment = page.getByLabel('Comment', { exact: true })
    await comment.click()
    await refused.promise
    await page.keyboard.type('Plain ')
    await pasteFile(comment, 'pasted.gif')
    await expect.poll(() => textIn(comment)).toMatch(/^Plain \n!\[pasted\.gif\]\(\/api\/attachments\/[0-9a-f-]{36}\) $/)
    expect(await comment.evaluate((at) => at.tagName)).toBe('TEXTAREA')
    await page.keyboard.type('picture')
    const written = await textIn(comment)
    expect(written).toMatch(/\) picture$/)
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(async () => (await allowed(stage.world.ada, 'comment.list', { cardId: card.id })).map(({ body }) => body))
      .toEqual([written])
    expect((await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.attachments).toHaveLength(1)
  })

  test('a picture that is pasted in the plain field stands in the editor, which has come before it is sent', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    const { page } = await stage.visitAs('ada')
    const [code, upload] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/code-editor-*.js', async (route) => {
      await code.promise
      await route.continue()
    })
    await page.route('**/attachments', async (route) => {
      await upload.promise
      await route.continue()
    })
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const comment = page.getByLabel('Comment', { exact: true })
    await comment.click()
    await page.keyboard.type('See ')
    const sending = page.waitForRequest('**/attachments')
    await pasteFile(comment, 'pasted.gif')
    await sending
    expect(await comment.evaluate((at) => at.tagName)).toBe('TEXTAREA')
    code.resolve()
    await toolbar(page).waitFor()
    upload.resolve()
    await expect.poll(() => textIn(comment)).toMatch(/^See \n!\[pasted\.gif\]\(\/api\/attachments\/[0-9a-f-]{36}\) $/)
    expect((await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.attachments).toHaveLength(1)
  })

  test('a task is ticked where it is read, in nested lists too, and what others wrote meanwhile stays', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it', { description: 'Intro\n\n- [ ] Sand **it**\n  1. [x] Inside\n- [ ] Prime\n\n`- [ ] code`' })
    const { page } = await stage.visitAs('mia')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const region = page.getByRole('region', { name: 'Description' })
    await region.getByRole('checkbox', { name: 'Sand it' }).check()
    await expect.poll(() => descriptionOf(card.id)).toBe('Intro\n\n- [x] Sand **it**\n  1. [x] Inside\n- [ ] Prime\n\n`- [ ] code`')
    await region.getByRole('checkbox', { name: 'Inside' }).uncheck()
    await expect.poll(() => descriptionOf(card.id)).toContain('  1. [ ] Inside')
    // A change that the page has not received yet is merged.
    const held = Promise.withResolvers<void>()
    await page.route('**/api/cards/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await held.promise
      return route.continue()
    })
    await region.getByRole('checkbox', { name: 'Prime' }).click()
    const now = await descriptionOf(card.id)
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, description: now.replace('Intro', 'Read this first') })
    held.resolve()
    await expect
      .poll(() => descriptionOf(card.id))
      .toBe('Read this first\n\n- [x] Sand **it**\n  1. [ ] Inside\n- [x] Prime\n\n`- [ ] code`')
    expect(await field(page).count()).toBe(0)
  })

  test('authors tick the tasks of their comments; others, and viewers, read them', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it', { description: '- [ ] Of all' })
    await allowed(stage.world.ada, 'comment.create', { cardId: card.id, body: '- [ ] Of Ada' })
    const box = (page: Page, name: string) => page.getByRole('checkbox', { name })
    const open = async (who: 'ada' | 'mia' | 'vic') => {
      const { page } = await stage.visitAs(who)
      await page.goto(`/boards/${board.id}/cards/${card.key}`)
      await box(page, 'Of Ada').waitFor()
      return page
    }
    const [ada, mia, vic] = [await open('ada'), await open('mia'), await open('vic')]
    expect([await box(mia, 'Of Ada').isEnabled(), await box(mia, 'Of all').isEnabled()]).toEqual([false, true])
    expect([await box(vic, 'Of Ada').isEnabled(), await box(vic, 'Of all').isEnabled()]).toEqual([false, false])
    await box(ada, 'Of Ada').check()
    await expect
      .poll(async () => (await allowed(stage.world.ada, 'comment.list', { cardId: card.id })).map(({ body }) => body))
      .toEqual(['- [x] Of Ada'])
  })

  test('a click on the description begins to edit it; on a link, or behind a marked passage, it does not', async () => {
    const board = await makeBoard(stage.world)
    const other = await board.card('Two')
    const card = await board.card('Paint it', { description: `Some words\n\nSee ${other.key}` })
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const region = page.getByRole('region', { name: 'Description' })
    // Until the renderer has come, the text is shown as it was written.
    await region.getByRole('link').waitFor()
    const words = region.getByText('Some words')
    // As after a passage was marked by the mouse.
    await words.selectText()
    await words.dispatchEvent('click')
    expect(await field(page).count()).toBe(0)
    await page.evaluate(() => getSelection()?.removeAllRanges())
    await words.click()
    await field(page).waitFor()
    await page.keyboard.press('Escape')
    await region.getByRole('link').click()
    await page.getByRole('heading', { name: 'Two', level: 2 }).waitFor()
    expect(await field(page).count()).toBe(0)
  })
})
