import { createClient } from '@tandem/client'
import { expect, test } from 'vitest'
import { makeBoard, type Who } from '../../../conformance/src/world.ts'
import { expectAccessibleInBothThemes } from './kit/accessible.ts'
import { click, dialogs, inSettings, makeNewLink, type Row } from './kit/dialogs.ts'
import { type Made, makeForDialogs } from './kit/made-for-dialogs.ts'
import { inTheBrowser } from './kit/stage.ts'

/** Longer words, and texts that are loaded for the language. */
const inSpanish: Row[] = [
  ['a new member', inSettings('members'), click('Añadir miembro')],
  [
    'a new link of an invitation',
    inSettings('members'),
    makeNewLink('Nuevo enlace para lin@example.com', 'Crear enlace nuevo', 'Enlace de invitación'),
  ],
  ['the end of a membership', inSettings('members'), click('Quitar a Mia')],
  ['a new field', inSettings('fields'), click('Nuevo campo')],
  ['the end of a label', inSettings('labels'), click('Eliminar la etiqueta “Bug”')],
  ['a new agent', () => '/settings/agents', click('Nuevo agente')],
  ['the end of an agent', () => '/settings/agents', click('Desactivar Robo')],
  ['a new token', () => '/settings/tokens', click('Nuevo token')],
  ['the end of the access of an app', () => '/settings/apps', click('Desconectar “Robot”')],
  ['the end of the other browsers', () => '/settings/signIn', click('Cerrar sesión en los demás lugares')],
]

inTheBrowser('dialogs', (stage) => {
  async function make(): Promise<Made> {
    const { tandem, ada, mia, robo } = stage.world
    const { id: boardId } = await makeBoard(stage.world)
    const cookie = ada.headers.cookie ?? ''
    return await makeForDialogs({ url: tandem.url, cookie, mia: clientOf(mia), boardId, agentId: robo.actorId })
  }
  const clientOf = ({ headers }: Who) => createClient({ url: stage.world.tandem.url, cookie: headers.cookie ?? '' })

  test.each(dialogs)('is accessible, in the light and in the dark: %s', async (_, at, openIt) => {
    const made = await make()
    const visitor = await stage.visitAs('ada')
    await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
    await visitor.page.goto(at(made))
    await openIt(visitor.page, made)
    await visitor.page.getByRole('dialog').waitFor()
    await expectAccessibleInBothThemes(visitor)
  })

  const ends = dialogs.filter(([dialog]) => /^(the end of|an agent taken off)/.test(dialog))

  test.each(ends)('can be left by “Cancel”: %s', async (_, at, openIt) => {
    const made = await make()
    const { page } = await stage.visitAs('ada')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(at(made))
    await openIt(page, made)
    // In front of an open card, which stays.
    const dialog = page.getByRole('dialog').last()
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0)
  })

  test.each(inSpanish)('is accessible in Spanish, where nothing is cut off on a phone: %s', async (_, at, openIt) => {
    const made = await make()
    const visitor = await stage.visitAs('ada', { locale: 'es-ES', phone: true })
    const { page } = visitor
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(at(made))
    await openIt(page, made)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await expectAccessibleInBothThemes(visitor)
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })
})
