import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type InputOf, verbNames } from '@tandem/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { as, type Board, makeAgent, makeBoard, makePlugin } from '../../../../conformance/src/world.ts'
import { verbs } from '../../src/i18n/automation/verbs-en.ts'
import { inSentence, problemsIn, tidied } from '../../src/screens/settings/integrations/schema.ts'
import { cronOf, timingOf } from '../../src/screens/settings/rules/schedule-presets.ts'
import { readCsvHead, withColumns } from '../../src/screens/settings/transfer/csv-columns.ts'
import { expectAccessibleInEachLook } from '../kit/accessible.ts'
import { inTheBrowser } from '../kit/stage.ts'

test('every verb of the log has words', () => {
  const said = Object.entries(verbs).flatMap(([family, acts]) => Object.keys(acts).map((act) => `${family}.${act}`))
  expect(said.sort()).toEqual([...verbNames].sort())
})

test('the name of an entry begins in lower case within a sentence, but not in German, nor if it is an acronym', () => {
  expect([inSentence('Channel', 'en'), inSentence('Kanal', 'de'), inSentence('ID of it', 'en')]).toEqual(['channel', 'Kanal', 'ID of it'])
})

test('a schedule that people say is the cron expression that it was read from', () => {
  for (const cron of ['5 * * * *', '30 7 * * *', '0 9 * * 1-5', '15 18 * * 0', '0 0 31 * *', '*/10 9 * * 1'])
    expect(cronOf(timingOf(cron))).toBe(cron)
  expect(timingOf('30 7 * * 3')).toMatchObject({ rhythm: 'week', time: '07:30', weekday: 3 })
  for (const odd of ['75 7 * * *', '0 9 * * 1,3', 'nonsense']) expect(timingOf(odd).rhythm).toBe('custom')
})

describe('the columns of a CSV file', () => {
  test('are recognised, and are called in the file what somebody says they are', async () => {
    const file = new File(['\ufeff"Task; name";Status;"He said ""Owner""";Wert\r\n"One\nline";Doing;Ada;ä\r\nTwo;Done;Mia;ö\r\n'], 'x.csv')
    const head = await readCsvHead(file)
    expect(head?.columns).toEqual([
      { name: 'Task; name', sample: 'One\nline', use: 'field' },
      { name: 'Status', sample: 'Doing', use: 'list' },
      { name: 'He said "Owner"', sample: 'Ada', use: 'field' },
      { name: 'Wert', sample: 'ä', use: 'field' },
    ])
    if (!head) return
    const uses = ['title', 'list', 'assignee', 'none'] as const
    const sent = withColumns(file, { ...head, columns: head.columns.map((column, at) => ({ ...column, use: uses[at] ?? 'none' })) })
    expect(await sent.text()).toBe('"title";"list";"assignee";""\n"One\nline";Doing;Ada;ä\r\nTwo;Done;Mia;ö\r\n')
  })

  test('are asked of no other file', async () => {
    for (const text of ['{"format":"tandem-board"}', '', 'PK\u0003\u0004']) expect(await readCsvHead(new File([text], 'x.csv'))).toBe(null)
  })
})

test('what does not fit a schema is found at its place, and what is empty is not kept', () => {
  const schema = {
    type: 'object',
    properties: {
      channels: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'string' }, most: { type: 'integer', maximum: 5 } }, required: ['id'] },
      },
      mode: { enum: ['a', 'b'] },
    },
    additionalProperties: { type: 'number' },
  } as const
  const value = { channels: [{ id: '', most: 7 }, { id: 'C1' }], mode: 'c', other: 'x', empty: '' }
  expect(problemsIn(schema, tidied(schema, value)).map(({ path, kind }) => [path.join('.'), kind])).toEqual([
    ['channels.0.id', 'required'],
    ['channels.0.most', 'tooHigh'],
    ['mode', 'choice'],
    ['other', 'number'],
  ])
  expect(tidied(schema, { channels: [], mode: '', more: 3 })).toEqual({ more: 3 })
})

inTheBrowser('rules, webhooks, integrations, import and export', (stage) => {
  let receiver: Server
  let url: string
  const received: string[] = []
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      received.push(String(request.headers['x-kanban-delivery-id']))
      request.resume().on('end', () => response.end())
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  })
  afterAll(() => receiver?.close())

  const open = async (board: Board, path: string): Promise<Page> => {
    const { page } = await stage.visitAs('ada')
    await page.goto(`/boards/${board.id}/settings/${path}`)
    return page
  }
  const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  test('a rule is written, tried on what has happened, kept, runs, is copied and deleted', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    await allowed(ada, 'card.update', { cardId: card.id, listId: board.lists[1] ?? '' })
    const page = await open(board, 'rules')
    await button(page, 'New rule').click()
    await page.getByLabel('Name', { exact: true }).fill('Done is complete')
    await choice(page, 'Add a filter …').selectOption('To the list')
    await choice(page, 'to the list').selectOption('Done')
    await button(page, 'Add a condition').click()
    await choice(page, 'What to check').selectOption('title')
    await choice(page, 'How to compare').selectOption('contains')
    await page.getByLabel('Value', { exact: true }).fill('paint')
    await button(page, 'Add an action').click()
    await choice(page, 'Add an action').selectOption('Complete the card')
    await page.getByText('When a card is moved to Done, if title contains “paint” → complete it').waitFor()

    await choice(page, 'Choose an event or a card').selectOption({ index: 1 })
    await button(page, 'Test').click()
    await page.getByText('It would not run.').waitFor()
    await page.getByText('The event did not match this filter: to the list Done', { exact: true }).waitFor()
    expect(await allowed(ada, 'rule.list', { boardId: board.id })).toEqual([])

    await button(page, 'Save').click()
    await page.getByRole('heading', { name: 'Runs' }).waitFor()
    const [rule] = await allowed(ada, 'rule.list', { boardId: board.id })
    expect(rule).toMatchObject({
      name: 'Done is complete',
      enabled: true,
      trigger: { verb: 'card.moved', filters: { toListId: board.lists[2] } },
      conditions: [{ field: 'title', op: 'contains', value: 'paint' }],
      actions: [{ type: 'complete_card' }],
    })
    await allowed(ada, 'card.update', { cardId: card.id, listId: board.lists[2] ?? '' })
    await page.getByText('Complete the card: done').waitFor()
    await allowed(ada, 'card.update', { cardId: (await board.card('Draw it')).id, listId: board.lists[2] ?? '' })
    await page.getByText('This condition was not met: title contains “paint”', { exact: true }).waitFor()
    await allowed(ada, 'card.update', { cardId: card.id, listId: board.lists[1] ?? '' })
    await page.getByText('The event did not match this filter: to the list Done', { exact: true }).waitFor()

    await page.getByRole('switch', { name: 'Rule Done is complete is on' }).click()
    await expect.poll(async () => (await allowed(ada, 'rule.list', { boardId: board.id }))[0]?.enabled).toBe(false)
    await page.getByRole('switch', { name: 'Rule Done is complete is on', checked: false }).waitFor()
    await page.getByText('This condition was not met: title contains “paint”', { exact: true }).waitFor()
    // Its definition is newer than the runs, and may have asked for something else then.
    await allowed(ada, 'rule.update', { ruleId: rule?.id ?? '', conditions: [{ field: 'title', op: 'contains', value: 'wall' }] })
    await page.getByText('The condition on “title” was not met.', { exact: true }).waitFor()
    await page.getByText('The event did not match the filter “to the list”.', { exact: true }).waitFor()
    await button(page, 'More actions for the rule Done is complete').click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: 'Done is complete (copy)' }).waitFor()
    await button(page, 'More actions for the rule Done is complete (copy)').click()
    await page.getByRole('menuitem', { name: 'Delete rule' }).click()
    await confirm(page, 'Delete rule')
    await page.getByRole('heading', { name: 'Rules', exact: true }).waitFor()
    const names = async () => (await allowed(ada, 'rule.list', { boardId: board.id })).map(({ name }) => name)
    await expect.poll(names).toEqual(['Done is complete'])
  })

  test('why each agent that a rule mentions did not start is said in the language of the reader', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    const agents = [await makeAgent(stage.world, 'Shy', [board.id]), await makeAgent(stage.world, 'Quiet', [board.id])]
    for (const { actorId } of agents) await allowed(ada, 'agent.update', { agentActorId: actorId, capabilities: { mentionable: false } })
    const body = agents.map(({ handle }) => `@${handle}`).join(' ')
    const actions = [{ type: 'add_comment' as const, body }]
    const trigger = { verb: 'card.priority_changed' as const }
    const rule = await allowed(ada, 'rule.create', { boardId: board.id, name: 'Call both', trigger, actions })
    await allowed(ada, 'card.update', { cardId: card.id, priority: 'urgent' })
    const { page } = await stage.visitAs('ada', { locale: 'de-DE' })
    await page.goto(`/boards/${board.id}/settings/rules/${rule.id}`)
    const run = page.getByRole('listitem').filter({ hasText: 'Paint it' })
    for (const { handle } of agents) await run.getByText(`@${handle}: Startet nicht bei Erwähnung.`).waitFor()
  })

  test('why an action is refused is said in the language of who reads it, of what was tried and of what ran', async () => {
    const { ada, tandem } = stage.world
    const board = await makeBoard(stage.world)
    const boardId = board.id
    const card = await board.card('Paint it')
    const dora = await allowed(as(tandem, await tandem.register('Dora')), 'me.get', {})
    const shy = await makeAgent(stage.world, 'Shy', [boardId])
    await allowed(ada, 'member.add', { boardId, actorId: dora.id, role: 'member' })
    const [first = '', second = '', third = ''] = board.lists
    const label = await allowed(ada, 'label.create', { boardId, name: 'bug', color: 'red' })
    const size = await allowed(ada, 'field.create', { boardId, name: 'Size', type: 'select', options: ['L', 'S'] })
    const points = await allowed(ada, 'field.create', { boardId, name: 'Points', type: 'number' })
    const ruleOf = (name: string, actions: InputOf<'rule.create'>['actions']) =>
      allowed(ada, 'rule.create', { boardId, name, trigger: { verb: 'card.priority_changed' }, actions })
    const refusals: [InputOf<'rule.create'>['actions'][number], string][] = [
      [{ type: 'move_card', listId: third }, 'listArchived'],
      [{ type: 'create_card', listId: third, title: 'Next' }, 'listArchived'],
      [{ type: 'add_label', labelId: label.id }, 'noSuchLabel'],
      [{ type: 'create_card', listId: second, title: 'Next', labelIds: [label.id] }, 'labelGone'],
      [{ type: 'set_field', fieldId: points.id, value: 3 }, 'noSuchField'],
      [{ type: 'set_field', fieldId: size.id, value: 'L' }, 'valueNoOption'],
      [{ type: 'assign', actorId: dora.id }, 'assigneeDeactivated'],
      [{ type: 'delegate', agentActorId: shy.actorId }, 'agentNoDelegations'],
      [{ type: 'assign', actorId: stage.world.vic.actorId }, 'actorNoMember'],
      [{ type: 'delegate', agentActorId: stage.world.robo.actorId }, 'agentNoMember'],
    ]
    const refused = await ruleOf(
      'Refused',
      refusals.map(([action]) => action),
    )
    const assigning = await ruleOf('Somebody has it', [{ type: 'assign', actorId: dora.id }])
    await allowed(ada, 'list.update', { listId: third, archived: true })
    await allowed(ada, 'label.delete', { labelId: label.id })
    await allowed(ada, 'field.delete', { fieldId: points.id })
    await allowed(ada, 'field.update', { fieldId: size.id, options: ['S'] })
    await allowed(ada, 'agent.update', { agentActorId: shy.actorId, capabilities: { delegatable: false } })
    await allowed(ada, 'admin.actors.update', { actorId: dora.id, deactivated: true })
    for (const { actorId } of [stage.world.vic, stage.world.robo]) await allowed(ada, 'member.remove', { boardId, actorId })
    const tried = await allowed(ada, 'rule.test', { ruleId: refused.id, cardId: card.id })
    expect(tried.actions.map(({ why }) => why?.reason)).toEqual(refusals.map(([, reason]) => reason))

    const { page } = await stage.visitAs('ada', { locale: 'de-DE' })
    await page.goto(`/boards/${boardId}/settings/rules/${assigning.id}`)
    await choice(page, 'Wähle ein Ereignis oder eine Karte').selectOption(`${card.key} Paint it`)
    await button(page, 'Testen').click()
    await page.getByText('Sie würde ausgeführt, aber einige Aktionen würden fehlschlagen.').waitFor()
    const why = 'Dieses Konto ist deaktiviert. Wähle jemand anderen.'
    await page.getByText(why, { exact: true }).waitFor()
    await allowed(ada, 'card.update', { cardId: card.id, listId: first, priority: 'high' })
    await page.getByText(`Person zuweisen: fehlgeschlagen – ${why}`).waitFor()
  })

  test('in German, a rule is one sentence with its filter in parentheses and its conditions after a colon', async () => {
    const { ada } = stage.world
    const { id: boardId } = await makeBoard(stage.world)
    const rule = await allowed(ada, 'rule.create', {
      boardId,
      name: 'Walls',
      trigger: { verb: 'card.priority_changed', filters: { priority: 'high' } },
      conditions: [{ field: 'title', op: 'contains', value: 'wall' }],
      actions: [{ type: 'complete_card' }],
    })
    const { page } = await stage.visitAs('ada', { locale: 'de-DE' })
    await page.goto(`/boards/${boardId}/settings/rules/${rule.id}`)
    const when = 'Wenn die Priorität einer Karte gesetzt wird (mit der Priorität Hoch)'
    await page.getByText(`${when}, unter der Bedingung: Titel enthält „wall“ → abschließen`).waitFor()
  })

  test('a rule by the clock shows its next five times, and what is wrong with a schedule', async () => {
    const board = await makeBoard(stage.world)
    const page = await open(board, 'rules/new')
    await button(page, 'Create a card every Monday').click()
    const times = page.getByRole('list', { name: 'Next five runs' }).getByRole('listitem')
    await expect.poll(() => times.count()).toBe(5)
    await expect.poll(() => times.allTextContents()).toEqual(Array.from({ length: 5 }, () => expect.stringMatching(/^Monday.* 9:00/)))
    await choice(page, 'How often').selectOption('With cron')
    await page.getByLabel(/^Cron/).fill('* * * * *')
    await page.getByText('every five minutes at most').waitFor()
    await page.getByLabel(/^Cron/).fill('30 6 1 * *')
    await expect.poll(async () => (await times.allTextContents())[0] ?? '').toContain('6:30')
    await button(page, 'Save').click()
    await expect
      .poll(async () => (await allowed(stage.world.ada, 'rule.list', { boardId: board.id }))[0]?.trigger)
      .toMatchObject({
        schedule: { cron: '30 6 1 * *' },
      })
  })

  test('a webhook is refused by the guard in words, made with its secret once, tried, sent again, paused and deleted', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const page = await open(board, 'webhooks')
    const hooks = () => allowed(ada, 'webhook.list', { boardId: board.id })
    await button(page, 'New webhook').click()
    await page.getByLabel('URL').fill('http://169.254.169.254/latest')
    await button(page, 'Create webhook').click()
    await page.getByText('This is a private, local or reserved address').waitFor()
    await page.getByLabel('URL').fill(url)
    await page.getByLabel('All events').uncheck()
    await page.getByText('Comments', { exact: true }).click()
    await page.getByLabel('A comment is added').check()
    await button(page, 'Create webhook').click()
    await page.getByText(/^whsec_/).waitFor()
    await button(page, 'I have saved it').click()
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
    await expect.poll(() => page.getByText(/whsec_/).count()).toBe(0)
    expect(await hooks()).toMatchObject([{ url, events: ['comment.added'], active: true }])

    await button(page, 'Send a test').click()
    const rows = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
    await rows.filter({ hasText: 'Delivered' }).first().waitFor()
    await button(page, 'a test delivery').click()
    await page.getByText('"verb": "ping"').waitFor()
    await page
      .getByText(received[0] ?? 'nothing came')
      .first()
      .waitFor()
    await button(page, 'Send again').last().click()
    await expect.poll(() => received.length).toBe(2)
    expect(received[1]).toBe(received[0])
    await page.keyboard.press('Escape')

    await button(page, 'Create secret').click()
    await confirm(page, 'Create secret')
    await page.getByText(/^whsec_/).waitFor()
    await button(page, 'I have saved it').click()
    await button(page, 'Turn off').click()
    await expect.poll(async () => (await hooks())[0]?.active).toBe(false)
    await button(page, 'Turn on').click()
    await expect.poll(async () => (await hooks())[0]?.active).toBe(true)
    await button(page, 'Delete webhook').click()
    await confirm(page, 'Delete webhook')
    await expect.poll(hooks).toEqual([])
  })

  test('an integration is installed by the form of its schema, shows its token once, keeps secrets and is removed', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const page = await open(board, 'integrations')
    const installed = () => allowed(ada, 'integration.list', { boardId: board.id })
    await button(page, 'Install Slack').click()
    await page.getByLabel('URL of the plugin').fill(url)
    await button(page, 'Add channel').click()
    await button(page, 'Install').click()
    await page.getByText('This field is required.').waitFor()
    expect(await installed()).toEqual([])
    await page.getByLabel(/^Channel ID/).fill('C024BE91L')
    await choice(page, 'List').selectOption('In progress')
    await button(page, 'Install').click()
    await page.getByText(/TANDEM_TOKEN=kbt_.*\n?TANDEM_SIGNING_SECRET=whsec_/).waitFor()
    await button(page, 'I have saved it').click()
    await button(page, 'Set Bot token').click()
    await page.getByLabel('Value of Bot token').fill('xoxb-secret')
    await button(page, 'Save secret').click()
    await button(page, 'Replace Bot token').waitFor()
    await expect.poll(() => page.getByText('xoxb-secret').count()).toBe(0)
    await expect
      .poll(installed)
      .toMatchObject([
        { type: 'slack', config: { channels: [{ channelId: 'C024BE91L', listId: board.lists[1] }] }, secrets: [{ name: 'botToken' }] },
      ])
    const onOff = page.getByRole('switch', { name: 'Slack is on' })
    await onOff.click()
    await expect.poll(async () => (await installed())[0]?.status).toBe('disabled')
    await button(page, 'Turn on').click()
    await expect.poll(async () => (await installed())[0]?.status).toBe('active')
    await expect.poll(() => onOff.getAttribute('aria-checked')).toBe('true')
    // As after failures: the integration is active, and what it hears is off.
    const [hook] = await allowed(ada, 'webhook.list', { boardId: board.id })
    await allowed(ada, 'webhook.update', { boardId: board.id, webhookId: hook?.id ?? '', active: false })
    await page.reload()
    await expect.poll(() => onOff.getAttribute('aria-checked')).toBe('false')
    await button(page, 'Turn on').click()
    await expect.poll(async () => (await allowed(ada, 'webhook.list', { boardId: board.id }))[0]?.active).toBe(true)
    await expect.poll(() => onOff.getAttribute('aria-checked')).toBe('true')
    await button(page, 'Remove integration').click()
    await confirm(page, 'Remove integration')
    await expect.poll(installed).toEqual([])
  })

  test('a board is exported to a file, and a CSV file becomes one by its columns', async () => {
    const board = await makeBoard(stage.world)
    await board.card('Paint it')
    const page = await open(board, 'transfer')
    const [saved] = await Promise.all([page.waitForEvent('download'), button(page, 'Export without files (JSON)').click()])
    expect(saved.suggestedFilename()).toBe('engine.json')
    await page.getByText(/^Saved: /).waitFor()
    const buffer = Buffer.from('Was,Status,Wer\nStreichen,Offen,Ada\nSpülen,Fertig,\n')
    await page.locator('input[type=file]').setInputFiles({ name: 'Haushalt.csv', mimeType: 'text/csv', buffer })
    await page.getByText('One column must be the title.').waitFor()
    await choice(page, 'What Was becomes').selectOption('Title')
    await choice(page, 'What Wer becomes').selectOption('Assignees')
    await button(page, 'Import').click()
    await page.getByText('2 cards').waitFor()
    await page.getByRole('link', { name: 'Open the board' }).click()
    await page.getByRole('link', { name: 'Streichen' }).waitFor()
    await page.getByRole('region', { name: 'Fertig' }).getByRole('link', { name: 'Spülen' }).waitFor()
  })

  test('why a file could not be imported is said in the language of who reads it', async () => {
    const board = await makeBoard(stage.world)
    const page = await open(board, 'transfer')
    const buffer = Buffer.from('{"format":"tandem-board","formatVersion":1} {}')
    await page.locator('input[type=file]').setInputFiles({ name: 'twice.json', mimeType: 'application/json', buffer })
    await button(page, 'Import').click()
    await page.getByText('The file is not valid JSON: it has extra data at the end, at byte 44.').waitFor()
    await page.evaluate(() => localStorage.setItem('tandem.locale', 'de'))
    await page.reload()
    await page.getByText('Die Datei ist kein gültiges JSON: Am Ende, bei Byte 44, stehen weitere Daten.').waitFor()
  })

  test('what happened before an import is read in the log, from the report of the import on', async () => {
    const board = await makeBoard(stage.world)
    const card = await board.card('Paint it')
    await allowed(stage.world.mia, 'comment.create', { cardId: card.id, body: 'In red' })
    const plan = await allowed(stage.world.mia, 'attachment.add', { cardId: card.id, url: 'https://example.com/plan', name: 'The plan' })
    const exported = await fetch(`${stage.world.tandem.url}/api/boards/${board.id}/export`, { headers: stage.world.ada.headers })
    const file = (await exported.text()).replaceAll(plan.createdAt, '2024-03-01T10:00:00.000Z')
    const page = await open(board, 'transfer')
    await page.locator('input[type=file]').setInputFiles({ name: 'past.json', mimeType: 'application/json', buffer: Buffer.from(file) })
    await page.getByLabel('Board name').fill('With a past')
    await button(page, 'Import').click()
    const row = page.getByRole('listitem').filter({ hasText: 'past.json' })
    await row.getByRole('link', { name: 'Earlier history' }).click()
    const past = page.getByRole('list', { name: 'Before the import' }).getByRole('listitem')
    await past.filter({ hasText: 'Mia commented: In red' }).filter({ hasText: 'Paint it' }).waitFor()
    await past.filter({ hasText: 'Ada added a card' }).getByText('Paint it').first().click()
    await past.getByText('"title": "Paint it"').waitFor()
    await page.getByRole('link', { name: 'On this instance' }).click()
    await page.getByText('imported the board').waitFor()
    // An attachment keeps its author and its time.
    await page.goto(page.url().replace('/settings/log', ''))
    await page.getByRole('link', { name: 'Paint it' }).click()
    const attached = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'The plan' })
    await attached.getByText('Mia', { exact: true }).waitFor()
    expect(await attached.locator('time').getAttribute('datetime')).toBe('2024-03-01T10:00:00.000Z')
    // A board that was made here has no time before.
    await page.goto(`/boards/${board.id}/settings/log`)
    await page.getByRole('list', { name: 'Board log' }).waitFor()
    expect(await page.getByRole('link', { name: 'Before the import' }).count()).toBe(0)
  })

  test('a log names the rule, the webhook, the agent and the token that an entry is about, for who may see them', async () => {
    const { ada, mia, vic } = stage.world
    const agent = await makeAgent(stage.world, 'Comet', [])
    const { id: boardId } = await allowed(mia, 'board.create', { name: 'Named', template: 'kanban' })
    const actions = [{ type: 'complete_card' as const }]
    const rule = await allowed(mia, 'rule.create', { boardId, name: 'Seen', trigger: { verb: 'card.moved' }, actions })
    await allowed(mia, 'rule.update', { ruleId: rule.id, enabled: false })
    await allowed(mia, 'webhook.create', { boardId, url: `${url}?token=secret`, events: ['card.moved'] })
    await allowed(mia, 'member.add', { boardId, actorId: agent.actorId, role: 'member' })
    await allowed(mia, 'member.add', { boardId, actorId: vic.actorId, role: 'viewer' })
    const pageOf = async (
      who: 'ada' | 'mia' | 'vic',
      path: string,
      { locale = 'en-GB', failing }: { locale?: string; failing?: string } = {},
    ) => {
      const { page } = await stage.visitAs(who, { locale })
      if (failing) await page.route(failing, (route) => route.abort())
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto(path)
      return { page, asked }
    }
    const [log, address] = [`/boards/${boardId}/settings/log`, url.replace('http://', '')]
    const { page, asked } = await pageOf('mia', log)
    for (const said of ['changed the rule “Seen”', `added the webhook ${address}`, 'requested the agent Comet'])
      await page.getByRole('list', { name: 'Board log' }).getByText(said).waitFor()
    expect(await page.getByText(`added the webhook ${address}?`).count()).toBe(0)
    expect(asked.filter((path) => path.endsWith('/rules') || path.endsWith('/webhooks')).length).toBe(2)
    const german = (await pageOf('mia', log, { locale: 'de' })).page
    for (const said of ['hat die Regel „Seen“ geändert', `hat den Webhook ${address} hinzugefügt`, 'hat den Agenten Comet angefragt'])
      await german.getByText(said).waitFor()
    const without = (await pageOf('mia', log, { failing: '**/api/boards/*/webhooks' })).page
    for (const said of ['changed the rule “Seen”', 'added a webhook', 'requested the agent Comet']) await without.getByText(said).waitFor()
    const reader = await pageOf('vic', log)
    for (const said of ['changed the rule “Seen”', 'added a webhook', 'requested an agent']) await reader.page.getByText(said).waitFor()
    expect(reader.asked.filter((path) => path.endsWith('/webhooks') || path.endsWith('/requests'))).toEqual([])
    const field = await allowed(mia, 'field.create', { boardId, name: 'Channel', type: 'text' })
    await allowed(mia, 'field.delete', { fieldId: field.id })
    await allowed(mia, 'rule.delete', { ruleId: rule.id })
    await reader.page.getByText('deleted the field “Channel”').waitFor()
    await reader.page.getByText('deleted the rule “Seen”').waitFor()
    await reader.page.getByText('changed the rule “Seen”').waitFor()

    await allowed(ada, 'token.create', { label: 'Laptop', scopes: ['boards:read'] })
    const own = (await pageOf('ada', '/settings/activity')).page
    await own.getByRole('listitem').filter({ hasText: 'Created a token' }).filter({ hasText: 'Laptop' }).waitFor()
    await own.getByRole('listitem').filter({ hasText: 'Created an agent' }).filter({ hasText: 'Comet' }).first().waitFor()
    await own.getByRole('listitem').filter({ hasText: 'Created a board' }).filter({ hasText: 'Engine' }).first().waitFor()

    const { id: oldId } = await allowed(ada, 'board.create', { name: 'Old days', template: 'kanban' })
    const { lists } = await allowed(ada, 'board.tree', { boardId: oldId })
    const card = await allowed(ada, 'card.create', { listId: lists[0]?.id ?? '', title: 'Watched' })
    await allowed(ada, 'watch.set', { cardId: card.id })
    await allowed(ada, 'board.update', { boardId: oldId, archived: true })
    await own.reload()
    await own.getByRole('listitem').filter({ hasText: 'Created a board' }).filter({ hasText: 'Old days' }).waitFor()
    await own
      .getByRole('listitem')
      .filter({ hasText: 'Started watching a card' })
      .filter({ hasText: `${card.key} Old days` })
      .waitFor()
  })

  test('who is no admin sees rules and what they did, and no way to change them', async () => {
    const board = await makeBoard(stage.world)
    const rule = {
      boardId: board.id,
      name: 'Seen',
      trigger: { verb: 'card.moved' as const },
      actions: [{ type: 'complete_card' as const }],
    }
    const { id } = await allowed(stage.world.ada, 'rule.create', rule)
    const { page } = await stage.visitAs('vic')
    await page.goto(`/boards/${board.id}/settings/rules/${id}`)
    await page.getByText('The rule has not run yet.').waitFor()
    expect(await page.getByRole('switch', { name: 'Rule Seen is on' }).isDisabled()).toBe(true)
    expect(await button(page, 'Save').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0)
  })

  test('who saves one field of a webhook or an integration leaves what another person has changed of it', async () => {
    const { ada } = stage.world
    const board = await makeBoard(stage.world)
    const boardId = board.id
    const { webhook } = await allowed(ada, 'webhook.create', { boardId, url, events: ['card.*'] })
    const config = (channelId: string) => ({ channels: [{ channelId }] })
    const { integrationId } = await makePlugin(stage.world, boardId, { type: 'slack', config: config('C1') })
    const about = await open(board, `webhooks/${webhook.id}`)
    await about.getByLabel('All events').check()
    await allowed(ada, 'webhook.update', { boardId, webhookId: webhook.id, url: `${url}/moved` })
    await button(about, 'Save').click()
    await about.getByText('Saved', { exact: true }).waitFor()
    const hooks = await allowed(ada, 'webhook.list', { boardId })
    expect(hooks.find(({ id }) => id === webhook.id)).toMatchObject({ url: `${url}/moved`, events: ['*'] })

    const settings = await open(board, `integrations/${integrationId}`)
    await settings.getByLabel('Name', { exact: true }).fill('Chat')
    await allowed(ada, 'integration.update', { boardId, integrationId, config: config('C2') })
    await button(settings, 'Save').click()
    await settings.getByText('Saved', { exact: true }).waitFor()
    expect(await allowed(ada, 'integration.list', { boardId })).toMatchObject([{ name: 'Chat', config: config('C2') }])
  })

  const pages: [string, (board: Board) => Promise<string>][] = [
    [
      'a rule',
      async ({ id: boardId, lists }) => {
        const trigger = { schedule: { cron: '0 9 * * 1', timezone: 'UTC' } }
        const actions = [{ type: 'create_card' as const, listId: lists[0] ?? '', title: 'Weekly' }]
        return `rules/${(await allowed(stage.world.ada, 'rule.create', { boardId, name: 'Weekly', trigger, actions })).id}`
      },
    ],
    [
      'a webhook',
      async ({ id: boardId }) =>
        `webhooks/${(await allowed(stage.world.ada, 'webhook.create', { boardId, url, events: ['card.*'] })).webhook.id}`,
    ],
    [
      'an integration',
      async ({ id }) => {
        const config = { channels: [{ channelId: 'C1' }] }
        return `integrations/${(await makePlugin(stage.world, id, { type: 'slack', config })).integrationId}`
      },
    ],
    ['import and export', async () => 'transfer'],
  ]
  test.each(pages)('the page of %s is accessible, in the light, in the dark and on a phone', async (_, make) => {
    const board = await makeBoard(stage.world)
    const path = await make(board)
    await expectAccessibleInEachLook(await stage.visitAs('ada'), `/boards/${board.id}/settings/${path}`)
  })
})
