import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { makeBoard } from '../../../../conformance/src/world.ts'
import { inTheBrowser } from '../kit/stage.ts'
import { textIn } from '../kit/written.ts'

/** A small generator with a seed (mulberry32): the same steps in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Of the edits at random: so many steps, or more until so many seconds are over. The long form takes two minutes. */
const steps = 14
const seconds = Number(process.env.TEST_EDITING_SECONDS ?? 0)

inTheBrowser('texts that several change', (stage) => {
  const description = (page: Page) => page.getByRole('region', { name: 'Description' })
  const field = (page: Page) => page.getByRole('textbox', { name: 'Description' })
  const begin = (page: Page) =>
    description(page)
      .getByRole('button', { name: /^(Add description|Edit)$/ })
      .click()
  const saveButton = (page: Page) => description(page).getByRole('button', { name: 'Save', exact: true })
  const save = (page: Page) => saveButton(page).click()
  const textOf = async (cardId: string) => (await allowed(stage.world.ada, 'card.get', { cardId })).card.description
  async function openCard(who: 'ada' | 'mia', text: string) {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it', { description: text })
    const { page } = await stage.visitAs(who)
    await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await description(page).getByRole('button', { name: 'Edit' }).waitFor()
    return { page, card, board }
  }

  test('other paragraphs are merged when saving, also when the card has changed in other ways', async () => {
    const { page, card } = await openCard('mia', 'One\n\nTwo')
    await begin(page)
    await field(page).fill('One\n\nTwo by Mia')
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, description: 'One by Ada\n\nTwo' })
    await allowed(stage.world.ada, 'checklist.add', { cardId: card.id, text: 'Sand' })
    await page.getByText('This text changed after you started.').waitFor()
    await save(page)
    await expect.poll(() => textOf(card.id)).toBe('One by Ada\n\nTwo by Mia')
    await page.getByText('Saved, together with the changes of others.').waitFor()
  })

  test('the button that saves stays in its place while the editor comes, others write, and the text is sent', async () => {
    const { page, card } = await openCard('mia', 'One\n\nTwo')
    const place = async () => ({ ...(await saveButton(page).boundingBox()) })
    // The code of the editor comes when it is allowed to: until then there is a plain field.
    let comes = () => {}
    const held = new Promise<void>((resolve) => {
      comes = resolve
    })
    await page.route(/code-editor/, async (route) => {
      await held
      await route.continue()
    })
    await begin(page)
    await expect.poll(() => field(page).evaluate((element) => element === document.activeElement)).toBe(true)
    const first = await place()
    comes()
    await page.getByRole('toolbar').waitFor()
    expect(await place()).toEqual(first)
    await field(page).fill('One\n\nTwo by Mia')
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, description: 'One by Ada\n\nTwo' })
    await page.getByText('This text changed after you started.').waitFor()
    expect(await place()).toEqual(first)
    let answer = () => {}
    const sent = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/api/cards/${card.id}`, async (route) => {
      if (route.request().method() === 'PATCH') await sent
      await route.continue()
    })
    await save(page)
    await expect.poll(() => saveButton(page).isDisabled()).toBe(true)
    expect(await place()).toEqual(first)
    answer()
    await expect.poll(() => textOf(card.id)).toBe('One by Ada\n\nTwo by Mia')
  })

  test('of a paragraph that both changed its author chooses which text stays', async () => {
    for (const [choice, result] of [
      ['Your text', 'Mine'],
      ['Their text', 'Theirs'],
      ['Both, theirs first', 'Theirs\n\nMine'],
    ] as const) {
      const { page, card } = await openCard('mia', 'One')
      await begin(page)
      await field(page).fill('Mine')
      await allowed(stage.world.ada, 'card.update', { cardId: card.id, description: 'Theirs' })
      await save(page)
      await page.getByRole('group', { name: 'Conflicting changes' }).waitFor()
      expect(await textOf(card.id)).toBe('Theirs')
      await page.getByRole('radio', { name: choice }).check()
      await page.getByRole('button', { name: 'Save result' }).click()
      await expect.poll(() => textOf(card.id)).toBe(result)
      await page.close()
    }
  })

  test('a kept draft says how old it is, and never takes the place of what an agent wrote meanwhile', async () => {
    const { page, card } = await openCard('mia', 'One')
    await begin(page)
    await field(page).fill('Draft')
    await field(page).press('Escape')
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, description: 'Written meanwhile' })
    await page.reload()
    await begin(page)
    await page.getByText('Your unsaved draft, last changed').waitFor()
    await page.getByRole('region', { name: 'What changed' }).getByText('Written meanwhile').waitFor()
    await save(page)
    await page.getByRole('group', { name: 'Conflicting changes' }).waitFor()
    expect(await textOf(card.id)).toBe('Written meanwhile')
  })

  test('a draft of an older release is offered beside the text, which it does not replace', async () => {
    const { page, card } = await openCard('mia', 'As it is now')
    await page.evaluate((id) => localStorage.setItem(`tandem.draft.description.${id}`, 'Old draft'), card.id)
    await page.reload()
    await begin(page)
    await page.getByText('Your draft differs from the current text.').waitFor()
    await save(page)
    await page.getByRole('button', { name: 'Save result' }).click()
    await expect.poll(() => textOf(card.id)).toBe('As it is now\n\nOld draft')
  })

  test('a title that somebody else changed is kept or taken by choice, not by leaving the field', async () => {
    const { page, card } = await openCard('mia', 'One')
    const titleNow = async () => (await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.title
    const title = page.getByLabel('Title', { exact: true })
    await title.fill('Mine')
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, title: 'Theirs' })
    await title.press('Enter')
    await page.getByText('Someone changed this to “Theirs” while you were writing.').waitFor()
    await title.blur()
    expect(await titleNow()).toBe('Theirs')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(titleNow).toBe('Mine')
  })

  test('the name of a label or of a field that someone else changed is kept or taken by choice', async () => {
    const board = await makeBoard(stage.world)
    const { ada } = stage.world
    const label = await allowed(ada, 'label.create', { boardId: board.id, name: 'Roof', color: 'blue' })
    const own = await allowed(ada, 'field.create', { boardId: board.id, name: 'Customer', type: 'text' })
    const labelNow = async () => (await allowed(ada, 'label.list', { boardId: board.id })).map(({ name }) => name)
    const fieldNow = async () => (await allowed(ada, 'field.list', { boardId: board.id })).map(({ name }) => name)
    const { page } = await stage.visitAs('ada')

    await page.goto(`/boards/${board.id}/settings/labels`)
    const name = page.getByRole('textbox', { name: 'Name of Roof' })
    await name.fill('Roof by me')
    await allowed(ada, 'label.update', { labelId: label.id, name: 'Roof by another' })
    await name.press('Enter')
    await page.getByText('changed this to “Roof by another”').waitFor()
    expect(await labelNow()).toContain('Roof by another')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(labelNow).toContain('Roof by me')

    await page.goto(`/boards/${board.id}/settings/fields`)
    await page.getByRole('button', { name: 'Edit field “Customer”' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Client')
    await allowed(ada, 'field.update', { fieldId: own.id, name: 'Buyer' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('changed this to “Buyer”').waitFor()
    expect(await fieldNow()).toEqual(['Buyer'])
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(fieldNow).toEqual(['Client'])

    // A change of the choices alone leaves the name that someone else gives meanwhile.
    const choice = await allowed(ada, 'field.create', { boardId: board.id, name: 'Size', type: 'select', options: ['Small', 'Large'] })
    await page.reload()
    await page.getByRole('button', { name: 'Edit field “Size”' }).click()
    await page.getByRole('textbox', { name: 'Option 1' }).fill('Tiny')
    await allowed(ada, 'field.update', { fieldId: choice.id, name: 'Format' })
    await page.getByRole('button', { name: 'Save' }).click()
    const sizes = async () => (await allowed(ada, 'field.list', { boardId: board.id })).find(({ id }) => id === choice.id)
    await expect.poll(sizes).toMatchObject({ name: 'Format', options: ['Tiny', 'Large'] })
  })

  test('options that someone else adds to a field outlive its renaming, and are replaced by choice only', async () => {
    const board = await makeBoard(stage.world)
    const { ada } = stage.world
    const options = ['Small', 'Large']
    const { id: fieldId } = await allowed(ada, 'field.create', { boardId: board.id, name: 'Size', type: 'select', options })
    const now = async () => (await allowed(ada, 'field.list', { boardId: board.id }))[0]
    const { page } = await stage.visitAs('ada')
    const dialog = page.getByRole('dialog')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.goto(`/boards/${board.id}/settings/fields`)
    await press('Edit field “Size”')
    await page.getByRole('textbox', { name: 'Name' }).fill('Format')
    await allowed(ada, 'field.update', { fieldId, options: ['Small', 'Medium', 'Large'] })
    await press('Save')
    await dialog.waitFor({ state: 'detached' })
    expect(await now()).toMatchObject({ name: 'Format', options: ['Small', 'Medium', 'Large'] })

    await press('Edit field “Format”')
    await page.getByRole('textbox', { name: 'Option 1' }).fill('Tiny')
    await allowed(ada, 'field.update', { fieldId, options: ['Small', 'Huge'] })
    await press('Save')
    await page.getByText('changed this to “Small, Huge”').waitFor()
    expect(await now()).toMatchObject({ options: ['Small', 'Huge'] })
    await press('Keep mine')
    await dialog.waitFor({ state: 'detached' })
    expect(await now()).toMatchObject({ options: ['Tiny', 'Medium', 'Large'] })

    await press('Edit field “Format”')
    await page.getByRole('textbox', { name: 'Option 1' }).fill('Mine')
    await allowed(ada, 'field.update', { fieldId, options: ['Theirs'] })
    await press('Save')
    await press('Use theirs')
    await expect.poll(() => page.getByRole('textbox', { name: 'Option 1' }).inputValue()).toBe('Theirs')
    await press('Save')
    await dialog.waitFor({ state: 'detached' })
    expect(await now()).toMatchObject({ options: ['Theirs'] })
  })

  test('a description is emptied, but not over what somebody else has just written', async () => {
    const { page, card } = await openCard('mia', 'One')
    await begin(page)
    await field(page).fill('')
    await allowed(stage.world.ada, 'card.update', { cardId: card.id, description: 'By Ada' })
    await save(page)
    await page.getByRole('group', { name: 'Conflicting changes' }).waitFor()
    expect(await textOf(card.id)).toBe('By Ada')
    await page.getByRole('radio', { name: 'Your text' }).check()
    await page.getByRole('button', { name: 'Save result' }).click()
    await expect.poll(() => textOf(card.id)).toBe('')
    await page.getByRole('button', { name: 'Add description' }).waitFor()
  })

  test('a field is emptied, but not over what somebody else has just written', async () => {
    const { page, card, board } = await openCard('mia', 'One')
    const { id: fieldId } = await allowed(stage.world.ada, 'field.create', { boardId: board.id, name: 'Customer', type: 'text' })
    await allowed(stage.world.ada, 'card.field.set', { cardId: card.id, fieldId, value: 'Old' })
    const values = async () => (await allowed(stage.world.ada, 'card.get', { cardId: card.id })).card.fieldValues.map(({ value }) => value)
    const customer = page.getByLabel('Customer', { exact: true })
    await expect.poll(() => customer.inputValue()).toBe('Old')
    await customer.fill('')
    await allowed(stage.world.ada, 'card.field.set', { cardId: card.id, fieldId, value: 'New' })
    await customer.press('Enter')
    await page.getByText('Someone changed this to “New” while you were writing.').waitFor()
    expect(await values()).toEqual(['New'])
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(values).toEqual([])
  })

  test('an address or a number that somebody else has changed is kept or taken by choice', async () => {
    const { ada } = stage.world
    for (const [type, began, theirs, typed, mine] of [
      ['url', 'https://one.example/', 'https://two.example/', ' https://three.example/ ', 'https://three.example/'],
      ['number', 1.5, 2.5, '3,5', 3.5],
    ] as const) {
      const { page, card, board } = await openCard('mia', 'One')
      const { id: fieldId } = await allowed(ada, 'field.create', { boardId: board.id, name: 'Source', type })
      await allowed(ada, 'card.field.set', { cardId: card.id, fieldId, value: began })
      const values = async () => (await allowed(ada, 'card.get', { cardId: card.id })).card.fieldValues.map(({ value }) => value)
      const source = page.getByLabel('Source', { exact: true })
      await expect.poll(() => source.inputValue()).toBe(String(began))
      await source.fill(typed)
      await allowed(ada, 'card.field.set', { cardId: card.id, fieldId, value: theirs })
      await source.press('Enter')
      await page.getByText(`Someone changed this to “${theirs}” while you were writing.`).waitFor()
      expect(await values()).toEqual([theirs])
      await page.getByRole('button', { name: 'Keep mine' }).click()
      await expect.poll(values).toEqual([mine])
      await source.fill('')
      await source.press('Enter')
      await expect.poll(values).toEqual([])
      await page.close()
    }
  })

  test('two browsers that edit one description at random lose no character that was saved', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it', { description: 'p0\n\np1\n\np2' })
    const pages = [(await stage.visitAs('ada')).page, (await stage.visitAs('mia')).page] as const
    for (const page of pages) await page.goto(`/boards/${board.id}/cards/${card.key}`)
    await editAtRandom(pages, {
      place: description,
      edit: 'Edit',
      name: 'Description',
      textOf: () => textOf(card.id),
      seed: 18,
      lasts: seconds,
    })
  })

  test('so do two browsers of one author that edit one comment at random', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    const { id } = await allowed(stage.world.ada, 'comment.create', { cardId: card.id, body: 'p0\n\np1\n\np2' })
    const pages = [(await stage.visitAs('ada')).page, (await stage.visitAs('ada')).page] as const
    for (const page of pages) await page.goto(`/boards/${board.id}/cards/${card.key}`)
    const place = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Ada' }) })
    const bodyOf = async () =>
      (await allowed(stage.world.ada, 'comment.list', { cardId: card.id })).find((one) => one.id === id)?.body ?? ''
    await editAtRandom(pages, { place, edit: 'Edit comment', name: 'Edit comment', textOf: bodyOf, seed: 7, lasts: seconds / 4 })
  })

  /** The place of a text, the button that begins editing it, the field then, the saved text, and for how many seconds at least. */
  type Edited = { place: (page: Page) => Locator; edit: string; name: string; textOf: () => Promise<string>; seed: number; lasts: number }

  async function editAtRandom(pages: readonly [Page, Page], edited: Edited): Promise<void> {
    const random = seeded(edited.seed)
    const saved: string[] = []
    const until = performance.now() + edited.lasts * 1_000
    for (let step = 0; step < steps || performance.now() < until; step++) {
      // Each side writes a text that the other one does not have, and both save in a random order or at once.
      const words = pages.map((_, who) => `w${step}${who === 0 ? 'a' : 'm'}`)
      for (const [who, page] of pages.entries()) {
        await edited.place(page).getByRole('button', { name: edited.edit, exact: true }).click()
        const writing = page.getByRole('textbox', { name: edited.name, exact: true })
        const paragraphs = (await textIn(writing)).split('\n\n')
        const at = random(paragraphs.length + 1)
        if (at === paragraphs.length) paragraphs.push(words[who] ?? '')
        else paragraphs[at] = random(2) === 0 ? `${paragraphs[at]} ${words[who]}` : `${words[who]} ${paragraphs[at]}`
        await writing.fill(paragraphs.join('\n\n'))
      }
      const order = random(3) === 0 ? [pages] : random(2) === 0 ? [[pages[0]], [pages[1]]] : [[pages[1]], [pages[0]]]
      for (const together of order) await Promise.all(together.map((page) => saveOrMerge(page, edited)))
      saved.push(...words)
      const text = await edited.textOf()
      for (const word of ['p0', 'p1', 'p2', ...saved]) expect(text, `step ${step}`).toContain(word)
    }
    if (edited.lasts > 0) process.stdout.write(`${saved.length} edits of ${edited.name}, all of them there\n`)
  }

  /** Saves; resolves conflicts by keeping both sides, as often as that takes. */
  async function saveOrMerge(page: Page, { place, edit }: Edited): Promise<void> {
    const again = place(page).getByRole('button', { name: edit, exact: true })
    const merge = page.getByRole('button', { name: 'Save result' })
    await place(page).getByRole('button', { name: 'Save', exact: true }).click()
    for (;;) {
      await again.or(merge).waitFor()
      if (!(await merge.isVisible())) return
      await merge.click()
      await merge.waitFor({ state: 'detached' })
    }
  }
})
