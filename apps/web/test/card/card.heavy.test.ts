import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard, makePlugin } from '../../../../conformance/src/world.ts'
import { expectAccessible } from '../kit/accessible.ts'
import type { Visitor } from '../kit/browser.ts'
import { hostile } from '../kit/hostile.ts'
import { inTheBrowser, list, tile } from '../kit/stage.ts'
import { textIn } from '../kit/written.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

inTheBrowser('an open card', (stage) => {
  const open: Visitor[] = []
  const visitAs = async (...who: Parameters<typeof stage.visitAs>) => {
    const visitor = await stage.visitAs(...who)
    open.push(visitor)
    return visitor
  }
  // Pages that stay open would go on following their boards beside the tests after them.
  afterEach(async () => {
    for (const { context } of open.splice(0)) await context.close()
  })
  const cardNow = async (cardId: string) => (await allowed(stage.world.ada, 'card.get', { cardId })).card

  test('custom fields take what fits them, say what does not, and are cleared', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const field = (name: string, type: 'text' | 'number' | 'url' | 'checkbox' | 'date') =>
      allowed(stage.world.ada, 'field.create', { boardId: board.id, name, type })
    for (const [name, type] of [
      ['Note', 'text'],
      ['Points', 'number'],
      ['Spec', 'url'],
      ['Billed', 'checkbox'],
      ['Launch', 'date'],
    ] as const)
      await field(name, type)
    await allowed(stage.world.ada, 'field.create', { boardId: board.id, name: 'Size', type: 'select', options: ['S', 'L'] })
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    const values = async () =>
      Object.fromEntries((await cardNow(card.id)).fieldValues.map(({ fieldId, value }) => [names.get(fieldId), value]))
    const names = new Map((await board.tree()).fields.map(({ id, name }) => [id, name]))
    await page.getByLabel('Points', { exact: true }).fill('many')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a number').waitFor()
    await page.getByLabel('Points', { exact: true }).fill('3,5')
    await page.keyboard.press('Enter')
    await page.getByLabel('Spec', { exact: true }).fill('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a URL that starts').waitFor()
    await page.getByLabel('Spec', { exact: true }).fill('https://example.com/spec')
    await page.getByLabel('Note', { exact: true }).fill('Careful')
    await page.getByLabel('Billed', { exact: true }).check()
    await page.getByRole('button', { name: 'Launch: Empty' }).click()
    await page.getByLabel('Date', { exact: true }).fill('2031-02-03')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Size: Empty' }).click()
    await page.getByRole('menuitemradio', { name: 'L' }).click()
    await expect
      .poll(values)
      .toEqual({ Points: 3.5, Spec: 'https://example.com/spec', Note: 'Careful', Billed: true, Launch: '2031-02-03', Size: 'L' })
    await page.getByLabel('Note', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Clear Launch' }).click()
    await page.getByRole('button', { name: 'Size: L' }).click()
    await page.getByRole('menuitemradio', { name: 'Empty' }).click()
    await expect.poll(values).toEqual({ Points: 3.5, Spec: 'https://example.com/spec', Billed: true })
  })

  test('an estimate is typed on the card, shown on its tile and summed in its list', async () => {
    const board = await makeBoard(stage.world)
    const [one, other] = [await board.card('One'), await board.card('Two')]
    await allowed(stage.world.ada, 'card.update', { cardId: other.id, estimate: 3 })
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${one.key}`)
    await page.getByLabel('Estimate', { exact: true }).fill('2,5')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await cardNow(one.id)).estimate).toBe(2.5)
    await page.goto(`/boards/${board.id}`)
    await tile(page, 'One').getByText('Estimate: 2.5').waitFor()
    await list(page, 'To do').locator('header').getByText('Estimate: 5.5').waitFor()
    await allowed(stage.world.ada, 'card.update', { cardId: other.id, estimate: null })
    await list(page, 'To do').locator('header').getByText('Estimate: 2.5').waitFor()
  })

  test('a file is attached, looked at, pasted into a comment and deleted; one that is too large is told', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    const input = page.locator('input[type=file]')
    const missing: string[] = []
    page.on('response', (response) => {
      if (response.status() === 404) missing.push(response.url())
    })
    await input.setInputFiles([
      { name: 'dot.png', mimeType: 'image/png', buffer: png },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('line one') },
    ])
    await page.getByRole('button', { name: 'notes.txt', exact: true }).click()
    await page.getByText('line one').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'dot.png', exact: true }).click()
    await page.getByRole('dialog').getByRole('img', { name: 'dot.png' }).waitFor()
    expect(missing).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Comment', { exact: true }).focus()
    await page.keyboard.type('See it')
    await page.evaluate(
      (bytes) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' }))
        document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      [...png],
    )
    await expect.poll(() => textIn(page.getByLabel('Comment', { exact: true }))).toContain('See it\n![pasted.png](/api/attachments/')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.locator('ol').getByRole('img', { name: 'pasted.png' }).waitFor()
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['dropped'], 'dropped.bin'))
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    })
    await page.getByRole('link', { name: 'dropped.bin', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete “dot.png”' }).click()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    const filenames = async () => (await cardNow(card.id)).attachments.map((one) => one.filename).sort()
    await expect.poll(filenames).toEqual(['dropped.bin', 'notes.txt', 'pasted.png'])
    await page.route('**/attachments', (route) =>
      route.fulfill({ status: 413, json: { error: { code: 'payload_too_large', message: 'No.', details: { maxBytes: 2_000_000 } } } }),
    )
    await input.setInputFiles({ name: 'huge.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(10) })
    await page.getByText('This file is too large. The maximum is 2 MB').waitFor()
    await page.getByRole('button', { name: 'Dismiss “huge.bin”' }).click()
    await page.getByText('huge.bin').waitFor({ state: 'detached' })
  })

  test('what a card has not got is offered in one row, from which its editor opens and to which Escape leads back', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    await allowed(stage.world.ada, 'field.create', { boardId: board.id, name: 'Size', type: 'select', options: ['S', 'L'] })
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    const row = page.getByRole('region', { name: 'Add', exact: true })
    const offered = async () => (await row.locator('button:visible').allTextContents()).map((text) => text.trim())
    await expect.poll(offered).toEqual(['Description', 'Checklist', 'Sub-cards', 'Link card', 'Files', 'Web link'])
    for (const section of ['Description', 'Checklist', 'Sub-cards', 'Attachments', 'Linked cards'])
      expect(await page.getByRole('region', { name: section, exact: true }).count()).toBe(0)
    await row.getByRole('button', { name: 'Checklist' }).press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Add an item')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Checklist')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Brush')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Checklist' }).getByRole('checkbox', { name: 'Brush' }).waitFor()
    await expect.poll(offered).toEqual(['Description', 'Sub-cards', 'Link card', 'Files', 'Web link'])
    await row.getByRole('button', { name: 'Web link' }).click()
    await page.getByLabel('URL', { exact: true }).fill('https://example.com/')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Attachments' }).getByRole('link', { name: 'https://example.com/' }).waitFor()
    await expect.poll(offered).toEqual(['Description', 'Sub-cards', 'Link card'])
    const viewer = await visitAs('vic')
    await viewer.page.goto(`/cards/${card.key}`)
    await viewer.page.getByRole('region', { name: 'Checklist' }).waitFor()
    expect(await viewer.page.getByRole('region', { name: 'Add', exact: true }).count()).toBe(0)
    // Values have full contrast for a viewer, and none offers an action that a viewer cannot take.
    const values = viewer.page.locator('dd button')
    expect(await values.evaluateAll((all) => all.map((value) => getComputedStyle(value).opacity))).toEqual(
      Array.from({ length: await values.count() }, () => '1'),
    )
    expect(await viewer.page.locator('dl').getByText('Delegate …').count()).toBe(0)
  })

  test('a description that another tab has begun takes the place of its button', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page, context } = await visitAs('ada')
    const other = await context.newPage()
    for (const tab of [page, other]) await tab.goto(`/boards/${board.id}/cards/${card.key}`)
    const begin = (tab: Page) => tab.getByRole('button', { name: 'Add description' })
    const section = (tab: Page) => tab.getByRole('region', { name: 'Description', exact: true })
    const addItem = page.getByRole('region', { name: 'Add', exact: true }).getByRole('button', { name: 'Checklist' })
    await addItem.waitFor()
    await begin(other).click()
    await other.getByRole('textbox', { name: 'Description' }).fill('By the other tab')
    await other.keyboard.press('Escape')
    await section(other).getByText('Your unsaved draft').waitFor()
    await page.bringToFront()
    await addItem.click()
    await section(page).getByText('Your unsaved draft').waitFor()
    expect(await begin(page).count()).toBe(0)
    await section(page).getByRole('button', { name: 'Discard' }).click()
    await begin(page).waitFor()
    expect(await section(page).count()).toBe(0)
  })

  test('a description begins and ends in that row; its draft and its earlier versions stay within reach', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const begin = page.getByRole('region', { name: 'Add', exact: true }).getByRole('button', { name: 'Add description' })
    const section = page.getByRole('region', { name: 'Description', exact: true })
    const versions = page.getByRole('button', { name: 'Versions of the description' })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
    const field = page.getByRole('textbox', { name: 'Description' })
    await begin.press('Enter')
    await page.keyboard.type('Sand it')
    expect(await begin.count()).toBe(0)
    await page.keyboard.press('Escape')
    await section.getByText('Your unsaved draft').waitFor()
    await expect.poll(focused).toBe('Continue draft')
    expect(await begin.count()).toBe(0)
    await section.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(focused).toBe('Add description')
    expect(await section.count()).toBe(0)
    await page.keyboard.press('Enter')
    await field.waitFor()
    expect(await textIn(field)).toBe('')
    await page.keyboard.type('Sand it')
    await page.keyboard.press('Control+Enter')
    await expect.poll(focused).toBe('Edit')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Control+Enter')
    await expect.poll(focused).toBe('Add description')
    await expect.poll(async () => (await cardNow(card.id)).description).toBe('')
    await page.getByRole('tab', { name: 'History' }).click()
    await versions.click()
    await page.getByRole('dialog').getByRole('list', { name: 'Versions' }).getByRole('button').nth(1).click()
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await expect.poll(async () => (await cardNow(card.id)).description).toBe('Sand it')
    await expect.poll(() => versions.count()).toBe(1)
  })

  test('a section with a text that was left is not offered in that row, until it is left empty', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const row = page.getByRole('region', { name: 'Add', exact: true })
    const offered = (name: string) => row.getByRole('button', { name, exact: true }).count()
    for (const [section, field] of [
      ['Checklist', 'Add an item'],
      ['Sub-cards', 'Add a sub-card'],
    ] as const) {
      await row.getByRole('button', { name: section, exact: true }).click()
      await page.getByLabel(field).fill('Half')
      await page.reload()
      await expect.poll(() => page.getByLabel(field).inputValue()).toBe('Half')
      expect(await offered(section)).toBe(0)
      await page.getByLabel(field).fill('')
      expect(await offered(section)).toBe(0)
      await page.getByLabel(field).press('Escape')
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(section)
      expect([await offered(section), await page.getByLabel(field).count()]).toEqual([1, 0])
    }
  })

  test('a chooser of one value starts at the current one, by key and by pointer, on a card and on a tile', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One', { priority: 'low' }, 1)
    const field = await allowed(ada, 'field.create', { boardId: board.id, name: 'Size', type: 'select', options: ['S', 'M', 'L'] })
    await allowed(ada, 'card.field.set', { cardId: card.id, fieldId: field.id, value: 'L' })
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const highlighted = () => page.locator('[role=menu] [data-highlighted]').allTextContents()
    const close = async () => {
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'hidden' })
    }
    await page.getByRole('button', { name: 'Size: L' }).waitFor()
    await page.keyboard.press('p')
    await expect.poll(highlighted).toEqual(['Low'])
    await close()
    // Its code is there now, and the button has the focus.
    for (const key of ['Enter', 'ArrowDown']) {
      await page.keyboard.press(key)
      await expect.poll(highlighted).toEqual(['Low'])
      await page.keyboard.press('ArrowDown')
      await expect.poll(highlighted).toEqual(['None'])
      await close()
    }
    for (const [name, current] of [
      ['List: In progress', 'In progress'],
      ['Size: L', 'L'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect.poll(highlighted).toEqual([current])
      await close()
    }
    // A menu of acts starts at none.
    await page.keyboard.press('.')
    await page.getByRole('menuitem').first().waitFor()
    expect(await page.evaluate(() => document.activeElement?.role)).toBe('menu')
    await close()
    await page.keyboard.press('Escape')
    await list(page, 'In progress').getByRole('link', { name: 'One', exact: true }).press('p')
    const active = () => page.getByRole('combobox').evaluate((at) => at.ariaActiveDescendantElement?.textContent)
    await expect.poll(active).toBe('Low')
    await page.keyboard.type('u')
    await expect.poll(active).toBe('Urgent')
  })

  test('on a phone empty properties are in that row, values have one size, and what stands around a card is 88 px at most', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One', { priority: 'high', assigneeActorIds: [stage.world.ada.actorId] })
    await allowed(stage.world.ada, 'field.create', { boardId: board.id, name: 'Size', type: 'select', options: ['S', 'L'] })
    const { page } = await visitAs('ada', { phone: true })
    await page.goto(`/cards/${card.key}`)
    const row = page.getByRole('region', { name: 'Add', exact: true })
    await row.getByRole('button', { name: 'Estimate' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Estimate')
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await cardNow(card.id)).estimate).toBe(3)
    await row.getByRole('button', { name: 'Due' }).click()
    await page.getByLabel('Date', { exact: true }).fill('2031-02-03')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await cardNow(card.id)).dueAt).toMatch(/^2031-02-0/)
    await row.getByRole('button', { name: 'Field' }).click()
    await page.getByRole('menuitem', { name: 'Size' }).click()
    await page.getByRole('menuitemradio', { name: 'L' }).click()
    await expect.poll(async () => (await cardNow(card.id)).fieldValues.map(({ value }) => value)).toEqual(['L'])
    const sizes = () =>
      page
        .locator('dd :is(button:not([data-tip]), input, select):visible')
        .evaluateAll((values) => values.map((value) => getComputedStyle(value).fontSize))
    expect(new Set(await sizes())).toEqual(new Set(['16px']))
    expect(await page.getByLabel('Title', { exact: true }).evaluate((at) => getComputedStyle(at).fontSize)).toBe('22px')
    const around = await page.evaluate(() => {
      const height = (selector: string) => document.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0
      return [height('[data-bottom-bar]') + height('nav'), height('nav')]
    })
    expect(around[0]).toBeLessThanOrEqual(88)
    expect(around[1]).toBe(0)
    await page.goto(`/boards/${board.id}`)
    await tile(page, 'One').waitFor()
    expect((await page.locator('main header').first().boundingBox())?.height).toBeLessThanOrEqual(88)
    const [menu, face] = [tile(page, 'One').getByRole('button'), tile(page, 'One').getByRole('img', { name: 'Ada' })]
    const [left, right] = [(await menu.boundingBox())?.x ?? 0, await face.boundingBox()]
    expect((right?.x ?? 999) + (right?.width ?? 0)).toBeLessThanOrEqual(left)
  })

  test('the field for the next comment is whole after one was sent, and the titles of offered cards begin below each other', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One', { description: 'A line\n\n'.repeat(12) })
    for (const title of ['Refund', 'Refund every payment of a month']) await board.card(title)
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.click()
    await page.keyboard.type('See #refund')
    const details = page.getByRole('option').locator('.cm-completionDetail')
    await expect.poll(() => details.count()).toBe(2)
    const starts = await details.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
    expect(new Set(starts).size).toBe(1)
    await page.keyboard.press('Enter')
    for (const line of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await page.keyboard.type(line)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Control+Enter')
    await page.getByRole('tabpanel').getByRole('listitem').first().waitFor()
    const hiddenPart = async () => {
      const [field, body] = [await page.locator('[data-composer]').boundingBox(), await page.locator('[data-dialog-body]').boundingBox()]
      return field && body ? Math.max(0, field.y + field.height - body.y - body.height) : null
    }
    await expect.poll(hiddenPart).toBe(0)
  })

  test('on a phone the date, the button of a comment and the choices in it are within the screen', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const other = await board.card(`Idempotent ${'refunds and '.repeat(12)}more`)
    const { page } = await visitAs('ada', { phone: true })
    await page.goto(`/cards/${card.key}`)
    const within = (name: string) => async () => {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox()
      return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= 360 && box.y + box.height <= 740
    }
    await page.getByRole('region', { name: 'Add', exact: true }).getByRole('button', { name: 'Due' }).click()
    const sheet = page.getByRole('dialog', { name: 'Due' })
    await page.getByLabel('Date', { exact: true }).waitFor()
    await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(360)
    await expect.poll(async () => ((await sheet.boundingBox())?.y ?? 0) + ((await sheet.boundingBox())?.height ?? 0)).toBe(740)
    await page.keyboard.press('Escape')
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.tap()
    await page.keyboard.type('/')
    const choices = page.getByRole('option')
    await choices.first().waitFor()
    expect((await choices.allTextContents()).join()).not.toContain('Ctrl')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('See #idem')
    await choices.filter({ hasText: other.key }).waitFor()
    expect(
      await choices.locator('.cm-completionLabel').evaluateAll((labels) => labels.map((one) => one.scrollWidth <= one.clientWidth)),
    ).toEqual([true])
    await choices.first().tap()
    await expect.poll(() => comment.textContent()).toContain(`See ${other.key}`)
    await expect.poll(within('Comment')).toBe(true)
  })

  test('an image becomes the cover of its card, for others too, until it is removed or deleted', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const file = new File([png], 'dot.png', { type: 'image/png' })
    await allowed(stage.world.ada, 'attachment.add', { cardId: card.id, file })
    await allowed(stage.world.ada, 'attachment.add', { cardId: card.id, url: 'https://example.com/', name: 'A link' })
    const looking = await visitAs('mia')
    const failed: string[] = []
    const watch = (of: Page) => of.on('response', (response) => void (response.status() >= 400 && failed.push(response.url())))
    watch(looking.page)
    await looking.page.goto(`/boards/${board.id}`)
    const shown = tile(looking.page, 'One').locator('[data-cover] img')
    await tile(looking.page, 'One').waitFor()
    expect(await shown.count()).toBe(0)
    const { page } = await visitAs('ada')
    watch(page)
    // The browser's clock has no part in whether there is a thumbnail.
    await page.clock.setFixedTime(Date.now() + 3_600_000)
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.getByRole('button', { name: 'Set “dot.png” as cover' }).waitFor()
    expect(await page.getByRole('button', { name: /as cover/ }).count()).toBe(1)
    // An image that never gets a thumbnail.
    const broken = new File([png.subarray(0, 40)], 'broken.png', { type: 'image/png' })
    const asked = page.waitForResponse((response) => response.url().includes('thumbnail='))
    await allowed(stage.world.ada, 'attachment.add', { cardId: card.id, file: broken })
    await page.getByRole('button', { name: 'Set “broken.png” as cover' }).waitFor()
    await asked
    await page.getByRole('button', { name: 'Set “dot.png” as cover' }).click()
    await shown.waitFor()
    await page.getByRole('dialog').locator('[data-cover] img').waitFor()
    for (const image of [shown, page.getByRole('dialog').locator('[data-cover] img')])
      await expect.poll(() => image.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    expect(failed).toEqual([])
    await page.getByRole('button', { name: 'Remove the cover' }).click()
    await shown.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Set “dot.png” as cover' }).click()
    await shown.waitFor()
    await page.getByRole('button', { name: 'Delete “dot.png”' }).click()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await shown.waitFor({ state: 'detached' })
    await page.getByRole('dialog').locator('[data-cover]').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('Ada removed the cover').waitFor()
  })

  test('a reaction is chosen with the keyboard, shown to others with names, joined by a click and taken back', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { id: commentId } = await allowed(stage.world.ada, 'comment.create', { cardId: card.id, body: 'It is done.' })
    const looking = await visitAs('mia')
    await looking.page.goto(`/cards/${card.key}`)
    await looking.page.getByText('It is done.').waitFor()
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    await page.getByText('It is done.').waitFor()
    await page.getByRole('button', { name: 'Add reaction' }).press('Enter')
    await page.getByRole('button', { name: 'React with 🎉' }).press('Enter')
    const kept = async () => (await cardNow(card.id)).comments[0]?.reactions
    await expect.poll(kept).toEqual([{ emoji: '🎉', actorIds: [stage.world.ada.actorId] }])
    await page.getByRole('button', { name: '🎉 by You' }).waitFor()
    await looking.page.getByRole('button', { name: '🎉 by Ada' }).click()
    await page.getByRole('button', { name: '🎉 by You, Mia' }).click()
    await expect.poll(kept).toEqual([{ emoji: '🎉', actorIds: [stage.world.mia.actorId] }])
    await looking.page.getByRole('button', { name: '🎉 by You' }).click()
    await page.getByRole('list', { name: 'Reactions' }).waitFor({ state: 'detached' })
    await allowed(stage.world.ada, 'comment.react', { commentId, emoji: '👀' })
    const viewer = await visitAs('vic')
    await viewer.page.goto(`/cards/${card.key}`)
    expect(await viewer.page.getByRole('button', { name: '👀 by Ada' }).isDisabled()).toBe(true)
    expect(await viewer.page.getByRole('button', { name: 'Add reaction' }).count()).toBe(0)
  })

  test('an address alone on its line shows its page, one in a sentence does not, and a page that is gone shows nothing', async () => {
    const asked: string[] = []
    const held: (() => void)[] = []
    let isHolding = true
    const site = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers['user-agent']}`)
      if (request.url === '/gone') response.statusCode = 404
      const answer = () =>
        response
          .setHeader('content-type', 'text/html')
          .end('<title>Pumps &lt;b&gt;</title><meta name="description" content="All about them.">')
      if (isHolding && request.url?.startsWith('/held')) held.push(answer)
      else answer()
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    try {
      const at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
      const board = await makeBoard(stage.world)
      const card = await board.card('One', { description: `${at}/page\n\nSee ${at}/other for more.\n\n${at}/gone` })
      const { page } = await visitAs('ada')
      await page.goto(`/cards/${card.key}`)
      const previews = page.locator('[data-preview]')
      await previews.getByText('Pumps <b>').waitFor()
      await previews.getByText('All about them.').waitFor()
      expect(await previews.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([`${at}/page`])
      await expect.poll(() => asked.toSorted()).toEqual([`/gone Tandem link preview`, `/page Tandem link preview`])
      await page.getByLabel('Comment', { exact: true }).fill(`${at}/page`)
      await page.keyboard.press('Control+Enter')
      await page.locator('ol').locator('[data-preview]').waitFor()
      // Of ten pages the service reads four at once: the others wait in the browser, and none is refused.
      const statuses: number[] = []
      page.on('response', (answer) => answer.url().includes('/link-preview') && statuses.push(answer.status()))
      const many = await board.card('Many', { description: Array.from({ length: 10 }, (_, n) => `${at}/held${n}`).join('\n\n') })
      await page.goto(`/cards/${many.key}`)
      await expect.poll(() => held.length).toBe(3)
      isHolding = false
      for (const answer of held.splice(0)) answer()
      await expect.poll(() => previews.count()).toBe(10)
      expect(statuses).toEqual(Array(10).fill(200))
    } finally {
      site.close()
    }
  })

  test('an upload tells how far it is, and is stopped', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    await page.locator('input[type=file]').waitFor({ state: 'attached' })
    await page.route('**/attachments', () => {})
    await page.locator('input[type=file]').setInputFiles({ name: 'slow.bin', mimeType: 'text/plain', buffer: Buffer.alloc(100_000) })
    await page.getByRole('progressbar', { name: 'Uploading slow.bin' }).waitFor()
    await page.getByRole('button', { name: 'Cancel the upload of “slow.bin”' }).click()
    await page.getByText('slow.bin').waitFor({ state: 'detached' })
    expect((await cardNow(card.id)).attachments).toEqual([])
  })

  test('checklist items are pasted, written anew, carried, assigned and removed', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    await page.getByRole('button', { name: 'Checklist', exact: true }).click()
    await page.getByLabel('Add an item').focus()
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', '- [ ] Sand\n- Prime\n\n- Paint')
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    const items = async () => (await cardNow(card.id)).checklistItems.map((item) => item.text)
    await expect.poll(items).toEqual(['Sand', 'Prime', 'Paint'])
    const menu = async (item: string, act: string | RegExp) => {
      await page.getByRole('button', { name: `More actions for “${item}”` }).click()
      await page.getByRole('menuitem', { name: act, exact: true }).click()
    }
    await menu('Prime', 'Edit')
    await page.getByLabel('Edit “Prime”').fill('Prime twice')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Paint' }).press('Alt+ArrowUp')
    await page.getByText('Paint: position 2 of 3').waitFor({ state: 'attached' })
    await expect.poll(items).toEqual(['Sand', 'Paint', 'Prime twice'])
    // It keeps the focus.
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('Paint: position 3 of 3').waitFor({ state: 'attached' })
    await expect.poll(items).toEqual(['Sand', 'Prime twice', 'Paint'])
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('You cannot move further in this direction.').waitFor({ state: 'attached' })
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(items).toEqual(['Sand', 'Paint', 'Prime twice'])
    await menu('Paint', /Mia/)
    await menu('Sand', 'Remove')
    await page.getByRole('checkbox', { name: 'Prime twice' }).check()
    await expect
      .poll(async () => (await cardNow(card.id)).checklistItems.map((item) => [item.text, item.assigneeActorId, item.done]))
      .toEqual([
        ['Paint', stage.world.mia.actorId, false],
        ['Prime twice', null, true],
      ])
  })

  test('pull requests show how they stand, and follow what the plugin says', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const plugin = await makePlugin(stage.world, board.id)
    const link = {
      cardId: card.id,
      externalSystem: 'github',
      externalId: 'acme/shop#12',
      externalUrl: 'https://example.com/12',
      title: 'Add it',
    }
    await allowed(plugin, 'link.put', { ...link, state: 'draft' })
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    const row = page.getByRole('region', { name: 'Pull requests and links' }).getByRole('listitem')
    await row.getByText('Draft').waitFor()
    await row.getByRole('img', { name: 'github' }).waitFor()
    await allowed(plugin, 'link.put', { ...link, state: 'merged' })
    await row.getByText('Merged').waitFor()
  })

  test('what somebody outside the board wrote is marked, on the card and in its history', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Add it')
    await allowed(stage.world.ada, 'comment.create', { cardId: card.id, body: 'Said on the board' })
    const plugin = await makePlugin(stage.world, board.id)
    await allowed(plugin, 'comment.create', { cardId: card.id, body: 'Said elsewhere', external: true })
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    const marked = () => page.getByRole('listitem').filter({ hasText: 'External' })
    await marked().getByText('Said elsewhere').waitFor()
    expect(await marked().count()).toBe(1)
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('list', { name: 'History' }).waitFor()
    await expect.poll(() => marked().allTextContents()).toEqual([expect.stringContaining('commented')])
    // A description is marked, and not where there is none.
    const written = { boardId: board.id, listId: board.lists[0] ?? '', external: true }
    const bare = await allowed(plugin, 'card.create', { ...written, title: 'Bare' })
    const described = await allowed(plugin, 'card.create', { ...written, title: 'Described', description: 'From elsewhere' })
    const description = page.getByRole('region', { name: 'Description' })
    await page.goto(`/cards/${described.key}`)
    await description.getByText('External').waitFor()
    await page.goto(`/cards/${bare.key}`)
    await page.getByRole('button', { name: 'Add description' }).waitFor()
    expect(await page.getByText('External').count()).toBe(0)
  })

  test('a card is related by key or title, says that it is blocked, and is related no more', async () => {
    const board = await makeBoard(stage.world)
    const [one, two, three] = [await board.card('One'), await board.card('Painting the shed'), await board.card('Three')]
    // Enter takes the card of the same board, also where the newer one is on another.
    await (await makeBoard(stage.world, { name: 'Garden' })).card('The shed')
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${one.key}`)
    const relate = async (how: string, text: string, found: string) => {
      await page.getByRole('button', { name: 'Link card', exact: true }).click()
      await page.getByLabel('This card').selectOption(how)
      await page.getByRole('combobox', { name: 'Card', exact: true }).fill(text)
      await page.getByRole('option', { name: found }).waitFor()
      await page.keyboard.press('Enter')
    }
    await relate('blockedBy', three.key, 'Three')
    await page.getByText('Blocked', { exact: true }).first().waitFor()
    await relate('child', 'shed', 'Painting')
    const relations = page.getByRole('region', { name: 'Linked cards' })
    const subCards = page.getByRole('region', { name: 'Sub-cards', exact: true })
    await subCards.getByRole('link', { name: 'Painting' }).waitFor()
    expect(await relations.getByRole('link').allInnerTexts()).toEqual([expect.stringContaining('Three')])
    const kinds = async () => (await cardNow(one.id)).relations.map(({ kind, direction, card }) => `${kind} ${direction} ${card.id}`).sort()
    await expect.poll(kinds).toEqual([`blocks in ${three.id}`, `parent out ${two.id}`])
    await relations.getByRole('button', { name: `Remove the link to ${three.key}` }).click()
    await expect.poll(kinds).toEqual([`parent out ${two.id}`])
    await relations.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Add', exact: true }).getByRole('button', { name: 'Link card' }).waitFor()
    await subCards.getByRole('link', { name: 'Painting' }).click()
    await page.getByRole('region', { name: 'Linked cards' }).getByText('Part of').waitFor()
  })

  test('somebody is mentioned from the list, and read as who they are; keys of cards lead there, in code nothing does', async () => {
    const board = await makeBoard(stage.world)
    const [card, other] = [await board.card('One'), await board.card('Two')]
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const field = page.getByLabel('Comment', { exact: true })
    await field.click()
    await page.keyboard.type('Ask @m')
    await page.getByRole('option', { name: /Mia/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(`about ${other.key}, not \`@vic ${other.key}\` or UTF-8; @ro`)
    await page.getByRole('option', { name: /Robo/ }).click()
    await expect
      .poll(() => textIn(field))
      .toBe(`Ask @${stage.world.mia.handle} about ${other.key}, not \`@vic ${other.key}\` or UTF-8; @${stage.world.robo.handle} `)
    await page.keyboard.press('Control+Enter')
    const said = page.getByRole('listitem').filter({ hasText: 'Ask' })
    await said.locator(`[data-tip="@${stage.world.mia.handle}"]`).waitFor()
    await said.locator(`[data-tip="@${stage.world.robo.handle}"]`).waitFor()
    await expect.poll(() => said.getByRole('link').allTextContents()).toEqual([other.key])
    expect(await said.locator('code').textContent()).toBe(`@vic ${other.key}`)
    await expect.poll(async () => (await cardNow(card.id)).sessions.map((session) => session.trigger.type)).toEqual(['mention'])
    await said.getByRole('button', { name: 'Edit comment' }).click()
    await page.getByRole('textbox', { name: 'Edit comment' }).fill('Never mind')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Never mind').waitFor()
    await page.getByRole('button', { name: 'Delete comment' }).click()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('Never mind').waitFor({ state: 'detached' })
    await expect.poll(async () => (await cardNow(card.id)).commentCount).toBe(0)
  })

  test('labels are made, renamed, recoloured and deleted where they are put on', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    await page.getByRole('button', { name: 'None', exact: true }).last().click()
    await page.getByRole('button', { name: 'New label' }).click()
    await page.getByLabel('New label', { exact: true }).last().fill('Urgent')
    await page.getByRole('button', { name: 'Add label' }).click()
    await page.getByRole('button', { name: 'Edit label “Urgent”' }).click()
    await page.getByLabel('New label', { exact: true }).fill('Soon')
    await page.locator('label[data-tip=Red]').click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const labels = async () => (await board.tree()).labels.map(({ name, color }) => `${name} ${color}`)
    await expect.poll(labels).toEqual(['Soon red'])
    await expect.poll(async () => (await cardNow(card.id)).labelIds.length).toBe(1)
    await page.getByRole('button', { name: 'Edit label “Soon”' }).click()
    await page.getByRole('button', { name: 'Delete label' }).click()
    await page.getByRole('button', { name: 'Delete label' }).click()
    await expect.poll(labels).toEqual([])
  })

  test('the history tells in sentences what happened, and goes on as it happens', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    await allowed(stage.world.mia, 'card.assign', { cardId: card.id, actorId: stage.world.ada.actorId })
    for (let turn = 0; turn < 60; turn++) await allowed(stage.world.ada, 'card.update', { cardId: card.id, title: `Title ${turn}` })
    const { page } = await visitAs('vic')
    await page.goto(`/cards/${card.key}`)
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('Ada changed the title to “Title 59”').waitFor()
    expect(await page.getByText('Mia assigned Ada').count()).toBe(0)
    await page.getByRole('button', { name: 'Show older' }).click()
    await page.getByText('Mia assigned Ada').waitFor()
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, priority: 'high', listId: board.lists[1] ?? '' })
    await page.getByText('Ada set the priority to High').waitFor()
    await page.getByText('Ada moved it from “To do” to “In progress”').waitFor()
  })

  test('the history shows what changed in a text, and an earlier description is restored', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One', { description: 'Paint the shed **green**.' })
    await allowed(stage.world.mia, 'card.update', { cardId: card.id, description: 'Paint the shed **red**.' })
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, title: 'Two', description: `Paint it.\n\n${'Long. '.repeat(400)}` })
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.getByRole('tab', { name: 'History' }).click()
    const byMia = page.getByRole('list', { name: 'History' }).getByRole('listitem').filter({ hasText: 'Mia' })
    await byMia.getByRole('region', { name: 'What changed' }).waitFor()
    expect([await byMia.locator('del').allTextContents(), await byMia.locator('ins').allTextContents()]).toEqual([['green'], ['red']])
    // A long one is shown when it is wanted.
    await page.getByRole('button', { name: 'Show change' }).click()
    await page.locator('ins').getByText('Long.').first().waitFor()
    await page.getByRole('button', { name: 'Versions of the description' }).click()
    const dialog = page.getByRole('dialog', { name: 'Versions of the description' })
    const versions = dialog.getByRole('list', { name: 'Versions' }).getByRole('button')
    await versions.nth(2).waitFor()
    expect((await versions.allTextContents()).map((text) => /Ada|Mia/.exec(text)?.[0])).toEqual(['Ada', 'Mia', 'Ada'])
    expect(await dialog.getByRole('button', { name: 'Restore this version' }).count()).toBe(0)
    await versions.nth(1).click()
    await dialog.getByRole('tab', { name: 'Text' }).click()
    // The other panel is there for a moment longer.
    await dialog.getByRole('tabpanel', { name: 'Text' }).getByText('red', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Restore this version' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await cardNow(card.id)).description).toBe('Paint the shed **red**.')
  })

  test('the history shows what changed in a comment and in a checklist item', async () => {
    const { mia } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { id: commentId } = await allowed(mia, 'comment.create', { cardId: card.id, body: 'Use the small brush.' })
    await allowed(mia, 'comment.update', { commentId, body: 'Use the large brush.' })
    const { id: itemId } = await allowed(mia, 'checklist.add', { cardId: card.id, text: 'Buy paint' })
    await allowed(mia, 'checklist.update', { checklistItemId: itemId, text: 'Buy varnish' })
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.getByRole('tab', { name: 'History' }).click()
    const history = page.getByRole('list', { name: 'History' })
    await expect.poll(async () => (await history.locator('ins').allTextContents()).toSorted()).toEqual(['large', 'varnish'])
    expect((await history.locator('del').allTextContents()).toSorted()).toEqual(['paint', 'small'])
  })

  test('no earlier version is restored over what somebody else has just written, and viewers restore none', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One', { description: 'First' })
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, description: 'Second' })
    const open = async (who: 'ada' | 'vic') => {
      const { page } = await visitAs(who)
      await page.goto(`/boards/${board.id}/cards/${card.key}`)
      await page.getByRole('button', { name: 'Versions of the description' }).click()
      await page.getByRole('list', { name: 'Versions' }).getByRole('button').nth(1).click()
      await page.getByRole('dialog', { name: 'Versions of the description' }).getByText('First').waitFor()
      return page
    }
    const [page, viewer] = [await open('ada'), await open('vic')]
    const restore = (of: Page) => of.getByRole('button', { name: 'Restore this version' })
    expect(await restore(viewer).count()).toBe(0)
    await page.route('**/api/cards/*', async (route) => {
      if (route.request().method() === 'PATCH') await allowed(stage.world.mia, 'card.update', { cardId: card.id, description: 'Third' })
      await route.continue()
    })
    await restore(page).click()
    await page.getByText('Nothing was restored').first().waitFor()
    expect((await cardNow(card.id)).description).toBe('Third')
  })

  test('a card is a page with a way back; its key and link are copied, it is copied and moved to another board', async () => {
    const [board, elsewhere] = [await makeBoard(stage.world), await makeBoard(stage.world, { name: 'Elsewhere' })]
    const card = await board.card('One')
    const { page, context } = await visitAs('ada')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/cards/${card.key.toLowerCase()}`)
    await page.getByRole('heading', { name: 'One', level: 1 }).waitFor()
    await page.keyboard.press('c')
    await page.getByText('Key copied').waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(card.key)
    const menu = async (item: string) => {
      await page.getByRole('button', { name: /^More actions for / }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await menu('Copy link')
    await page.getByText('Link copied').waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${stage.world.tandem.url}/cards/${card.key}`)
    await menu('Make a copy')
    await page.getByLabel('Title of the copy').fill('Two')
    await page.getByRole('button', { name: 'Make a copy' }).click()
    await page.getByRole('heading', { name: 'Two', level: 1 }).waitFor()
    await menu('Move to')
    await page.getByLabel('Board', { exact: true }).selectOption('Elsewhere')
    await page.getByRole('combobox', { name: 'List', exact: true }).selectOption('Done')
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await expect.poll(() => elsewhere.titles(2)).toBe('Two')
    await page.getByRole('link', { name: 'Back to Elsewhere' }).click()
    await page.getByRole('region', { name: 'Done', exact: true }).getByRole('link', { name: 'Two' }).waitFor()
  })

  test('sessions that ended are told with what they used and why they failed, and each is looked into', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const input = { cardId: card.id, agentActorId: stage.world.robo.actorId }
    const run = async (...ops: ({ op: 'update' | 'progress' | 'complete' | 'fail' } & Record<string, unknown>)[]) => {
      const { session } = await allowed(stage.world.ada, 'delegation.set', input)
      for (const op of ops) await allowed(stage.world.robo, 'session.post', { sessionId: session.id, ...op })
      return session.id
    }
    await run({ op: 'progress', note: 'Looked around' }, { op: 'complete', summary: 'First try' })
    await run({ op: 'update', state: 'working', usage: { inputTokens: 12_300, costUsd: 0.25 } }, { op: 'fail', reason: 'No **key**' })
    const { page } = await visitAs('mia')
    await page.goto(`/cards/${card.key}`)
    const panel = page.getByRole('region', { name: 'Agent sessions' })
    await panel.getByText('Why it failed').waitFor()
    await panel.getByText('12.3k input tokens').waitFor()
    await panel.getByRole('button', { name: '1 earlier session' }).click()
    await panel.getByRole('button', { name: /First try/ }).click()
    await panel.getByRole('button', { name: 'Show all activity' }).last().click()
    await panel.getByText('Looked around').waitFor()
    await run({ op: 'update', state: 'working', statusText: 'Trying again', externalUrl: 'https://example.com/run' })
    await panel.getByText('Trying again').first().waitFor()
    expect(await panel.getByRole('link', { name: 'View run' }).getAttribute('href')).toBe('https://example.com/run')
    await panel.getByRole('button', { name: 'Stop', exact: true }).click()
    await panel.getByText('Mia asked the agent to stop').waitFor()
    await panel.getByRole('button', { name: 'End session' }).waitFor()
  })

  test('a stop that is on its way is told on the card and on its tile, until the agent has ended', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { session } = await allowed(stage.world.ada, 'delegation.set', { cardId: card.id, agentActorId: stage.world.robo.actorId })
    await allowed(stage.world.robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
    const { page } = await visitAs('mia')
    await page.goto(`/cards/${card.key}`)
    const panel = page.getByRole('region', { name: 'Agent sessions' })
    expect(await panel.getByText('Stopping …').count()).toBe(0)
    await panel.getByRole('button', { name: 'Stop', exact: true }).click()
    await panel.getByText('Stopping …').waitFor()
    await page.goto(`/boards/${board.id}`)
    await page.getByRole('main').getByText('Stopping …').waitFor()
    await allowed(stage.world.robo, 'session.post', { sessionId: session.id, op: 'fail', reason: 'Stopped' })
    await page.getByRole('main').getByText('Stopping …').waitFor({ state: 'detached' })
  })

  test('where no agent is on the board, who delegates is led to where one is put on it', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    await allowed(stage.world.ada, 'member.remove', { boardId: board.id, actorId: stage.world.robo.actorId })
    const { page } = await visitAs('ada')
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.getByRole('button', { name: 'Delegate …' }).click()
    await page.getByText('No agent on this board accepts delegated cards yet.').waitFor()
    await page.getByRole('menuitem', { name: 'Add an agent to this board' }).click()
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  })

  test('what the service itself says of a session that ended is told in the language of the reader', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { session } = await allowed(stage.world.ada, 'delegation.set', { cardId: card.id, agentActorId: stage.world.robo.actorId })
    await allowed(stage.world.ada, 'delegation.clear', { cardId: card.id })
    expect((await allowed(stage.world.ada, 'session.get', { sessionId: session.id })).failureReason).toBe('undelegated')
    const { page } = await visitAs('mia', { locale: 'de-DE' })
    const said = 'Die Delegation wurde entfernt.'
    await page.goto(`/cards/${card.key}`)
    await page.getByRole('button', { name: 'Gesamte Aktivität anzeigen' }).click()
    await page.getByRole('list', { name: 'Aktivität' }).getByRole('listitem').filter({ hasText: 'Abgebrochen' }).getByText(said).waitFor()
    const panel = page.getByRole('region', { name: 'Agentensitzungen' })
    expect(await panel.getByText(/Fehlgeschlagen|Warum die Sitzung/).count()).toBe(0)
    expect(await panel.getByRole('button', { name: /rückgängig/ }).count()).toBe(0)
    await page.getByRole('tab', { name: 'Verlauf' }).click()
    await page.getByText(`Die Sitzung von Robo wurde abgebrochen: ${said}`).waitFor()
    await page.goto(`/boards/${board.id}/settings/log`)
    await page.getByText(`Eine Sitzung von Robo wurde abgebrochen: ${said}`).waitFor()
    await page.goto(`/boards/${board.id}`)
    await page.getByRole('listitem').filter({ hasText: 'One' }).getByText('Abgebrochen', { exact: true }).waitFor()
  })

  test('what is refused is taken back, and what was written stays to be sent again', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    await page.getByRole('heading', { name: 'One', level: 1 }).waitFor()
    const refusal = { status: 409, json: { error: { code: 'conflict', message: 'The board is being moved.' } } }
    await page.route('**/api/cards/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill(refusal)))
    await page.getByLabel('Title', { exact: true }).fill('Changed')
    await page.keyboard.press('Enter')
    await page.getByText('The board is being moved.').first().waitFor()
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Changed')
    await page.getByLabel('Comment', { exact: true }).fill('Keep me')
    await page.keyboard.press('Control+Enter')
    await page.getByText('The comment was not saved').first().waitFor()
    await expect.poll(() => textIn(page.getByLabel('Comment', { exact: true }))).toBe('Keep me')
    await page.getByText('No comments yet').waitFor()
    await page.unroute('**/api/cards/**')
    await page.keyboard.press('Control+Enter')
    await page.getByLabel('Title', { exact: true }).press('Enter')
    await expect.poll(async () => (await cardNow(card.id)).title).toBe('Changed')
    await expect.poll(async () => (await cardNow(card.id)).comments.map((comment) => comment.body)).toEqual(['Keep me'])
  })

  test('on a phone, what says that a comment was refused stands above the button that sends it again', async () => {
    const card = await (await makeBoard(stage.world)).card('One')
    const { page } = await visitAs('ada', { phone: true })
    await page.goto(`/cards/${card.key}`)
    const refusal = { status: 409, json: { error: { code: 'conflict', message: 'The board is being moved.' } } }
    await page.route('**/api/cards/*/comments', (route) => route.fulfill(refusal))
    await page.getByLabel('Comment', { exact: true }).fill('Keep me')
    const send = page.getByRole('button', { name: 'Comment', exact: true })
    await send.tap()
    const message = page.locator('[data-toast]')
    await message.waitFor()
    await expect.poll(() => textIn(page.getByLabel('Comment', { exact: true }))).toBe('Keep me')
    const [above, below] = [await message.boundingBox(), await send.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
  })

  test('a click on the text of an own comment edits it; on a link, a task or a selection it does not, nor on the comment of another', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { ada, mia } = stage.world
    await allowed(mia, 'comment.create', { cardId: card.id, body: 'Said by Mia' })
    const body = `Said by Ada, see ${card.key}\n\n- [ ] Sweep`
    const { id } = await allowed(ada, 'comment.create', { cardId: card.id, body })
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    const editor = page.getByRole('textbox', { name: 'Edit comment' })
    const said = (text: string) => page.getByRole('listitem').getByText(text)
    await said('Said by Mia').click()
    await page.getByRole('checkbox', { name: 'Sweep' }).check()
    const bodyNow = async () => (await cardNow(card.id)).comments.find((comment) => comment.id === id)?.body
    await expect.poll(bodyNow).toContain('[x]')
    await page.getByRole('listitem').getByRole('link', { name: card.key }).click()
    await said('Said by Ada').evaluate((text) => getSelection()?.selectAllChildren(text))
    // The press of a pointer would end the selection: this is the click at the end of selecting with one.
    await said('Said by Ada').dispatchEvent('click')
    expect(await editor.count()).toBe(0)
    await page.evaluate(() => getSelection()?.empty())
    await said('Said by Ada').click({ position: { x: 5, y: 5 } })
    await editor.and(page.locator(':focus')).fill('Said anew')
    await page.keyboard.press('Control+Enter')
    await expect.poll(bodyNow).toBe('Said anew')
  })

  test('once a text is written, the keyboard goes on from the button that began it', async () => {
    const board = await makeBoard(stage.world)
    const { page } = await visitAs('ada')
    // The editor of a comment is called like the button that opens it.
    const focused = () =>
      page.evaluate(() => {
        const at = document.activeElement?.closest('button')
        return at?.getAttribute('aria-label') ?? at?.textContent
      })
    for (const before of ['', `/boards/${board.id}`]) {
      // A card for each field: the last save may still be on its way when the next page opens.
      const card = await board.card('One')
      await allowed(stage.world.ada, 'comment.create', { cardId: card.id, body: 'Said' })
      await page.goto(`${before}/cards/${card.key}`)
      await page.getByRole('button', { name: /^(Add description|Edit)$/ }).press('Enter')
      await page.keyboard.type('More. ')
      await page.keyboard.press('Control+Enter')
      await expect.poll(focused).toBe('Edit')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await expect.poll(focused).toBe('Edit')
      await page.getByRole('button', { name: 'Edit comment' }).press('Enter')
      await page.keyboard.type(' more')
      await page.keyboard.press('Control+Enter')
      await expect.poll(focused).toBe('Edit comment')
    }
  })

  test('a comment that is refused late comes back in front of what was written since', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('One')
    const { page } = await visitAs('ada')
    await page.goto(`/cards/${card.key}`)
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/cards/*/comments', async (route) => {
      asked.resolve()
      await held.promise
      await route.fulfill({ status: 409, json: { error: { code: 'conflict', message: 'The board is being moved.' } } })
    })
    const field = page.getByLabel('Comment', { exact: true })
    await field.fill('First')
    await page.keyboard.press('Control+Enter')
    await asked.promise
    await field.fill('Second')
    held.resolve()
    await expect.poll(() => textIn(field)).toBe('First\n\nSecond')
  })

  test('scripts in any text of a card are shown as text and do not run', async () => {
    const board = await makeBoard(stage.world)
    const { ada, mia, robo } = stage.world
    const all = hostile.join('\n\n')
    const first = hostile[0] ?? ''
    const card = await board.card(first, { description: all })
    const label = await allowed(ada, 'label.create', { boardId: board.id, name: first, color: 'red' })
    await allowed(ada, 'card.label', { cardId: card.id, labelId: label.id })
    await allowed(mia, 'comment.create', { cardId: card.id, body: all })
    await allowed(ada, 'checklist.add', { cardId: card.id, text: first })
    const field = await allowed(ada, 'field.create', { boardId: board.id, name: first.slice(0, 60), type: 'text' })
    await allowed(ada, 'card.field.set', { cardId: card.id, fieldId: field.id, value: first })
    for (const [at, name] of hostile.slice(0, 6).entries())
      await allowed(ada, 'attachment.add', { cardId: card.id, url: `https://example.com/${at}`, name: name.slice(0, 250) })
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    await allowed(robo, 'session.post', { sessionId: session.id, op: 'ask_human', question: all, options: hostile.slice(0, 3) })
    const visitor = await visitAs('ada')
    const { page } = visitor
    const ran: string[] = []
    await page.exposeFunction('ran', (what: string) => void ran.push(what))
    page.on('dialog', (dialog) => {
      ran.push(dialog.message())
      void dialog.dismiss()
    })
    const refused: string[] = []
    await page.exposeFunction('refused', (what: string) => void refused.push(what))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        ;(window as unknown as { refused: (what: string) => void }).refused(`${event.violatedDirective} ${event.blockedURI}`)
      })
    })
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await page.locator('input[type=file]').waitFor({ state: 'attached' })
    await page.locator('input[type=file]').setInputFiles({ name: `${first.replaceAll('/', '')}.png`, mimeType: 'image/png', buffer: png })
    await expect.poll(async () => (await cardNow(card.id)).attachments.length).toBe(7)
    await page.locator('.prose').first().waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('created this card').waitFor()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe(first)
    const found = await page.evaluate(() => ({
      foreign: [...document.querySelectorAll('script, iframe, object, embed, img, base, svg *')].filter((element) =>
        /evil|ran\(|javascript:|alert/i.test(element.outerHTML.slice(0, 300)),
      ).length,
      handlers: [...document.querySelectorAll('*')].flatMap((element) =>
        [...element.attributes].filter(({ name }) => name.startsWith('on')),
      ).length,
      schemes: [...document.querySelectorAll('a')]
        .map((link) => link.protocol)
        .filter((scheme) => !['http:', 'https:', 'mailto:', ':'].includes(scheme)),
    }))
    expect(found).toEqual({ foreign: 0, handlers: 0, schemes: [] })
    expect({ ran, refused }).toEqual({ ran: [], refused: [] })
  })

  test('a full card is accessible: light, and on a phone in the dark, where nothing is wider than the screen', async () => {
    const board = await makeBoard(stage.world)
    const { ada, robo } = stage.world
    const [card, other] = [await board.card('Paint it', { description: 'For @mia, see `code`.' }), await board.card('Buy paint')]
    for (const type of ['text', 'number', 'date', 'checkbox', 'url'] as const)
      await allowed(ada, 'field.create', { boardId: board.id, name: `A ${type}`, type })
    await allowed(ada, 'relation.put', { cardId: other.id, otherCardId: card.id, kind: 'blocks' })
    await allowed(ada, 'attachment.add', { cardId: card.id, url: 'https://example.com/', name: 'Colours '.repeat(20).trim() })
    const [externalSystem, externalUrl] = ['github', 'https://example.com/1']
    const title = 'A title of a pull request that is longer than a phone is wide'
    await allowed(await makePlugin(stage.world, board.id), 'link.put', {
      cardId: card.id,
      externalSystem,
      externalUrl,
      title,
      externalId: 'acme/a-long-name-of-a-repository#1',
      state: 'open',
    })
    await allowed(ada, 'comment.create', { cardId: card.id, body: `@mia, after ${other.key}` })
    await allowed(ada, 'checklist.add', { cardId: card.id, text: 'Brush' })
    const { session } = await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    await allowed(robo, 'session.post', { sessionId: session.id, op: 'fail', reason: 'timeout' })
    const visitor = await visitAs('ada')
    await expectAccessible(visitor, `/cards/${card.key}`)
    const phone = await visitAs('mia', { phone: true, locale: 'de-DE', colorScheme: 'dark' })
    await expectAccessible(phone, `/cards/${card.key}`)
    const widths = await phone.page.evaluate(() => [document.querySelector('main')?.scrollWidth, document.documentElement.scrollWidth])
    expect(widths).toEqual([360, 360])
  })
})
