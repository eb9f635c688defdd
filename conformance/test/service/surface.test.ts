import { readFileSync } from 'node:fs'
import { isAttributeColumn, operationNames } from '@tandem/contract'
import { expect, test } from 'vitest'
import { en as keyTexts } from '../../../apps/web/src/i18n/keys/en.ts'
import { aboutBoardPage, aboutPersonalPage } from '../../../apps/web/src/screens/settings/pages.ts'
import { commandNames, commands as webCommands } from '../../../apps/web/src/shell/commands.ts'
import { commands } from '../../../packages/cli/src/commands.ts'
import { describeSettings } from '../../../packages/server/src/config.ts'
import { operationRequirements } from '../../src/operation-requirements.ts'
import { requirements } from '../../src/requirements.ts'
import { settingRequirements } from '../../src/setting-requirements.ts'

/** Additions to the product need requirements: this test names the missing ones. */
const ids = Object.keys(requirements)

test('each command has a requirement of its own', () => {
  const named = commands.map(({ words }) => ['cli', ...words.split(' ').filter((word) => /^\w/.test(word))].join('.'))
  expect(ids.filter((id) => id.startsWith('cli.')).toSorted()).toEqual(named.toSorted())
})

test('each operation has a requirement', () => {
  expect(Object.keys(operationRequirements).toSorted()).toEqual(operationNames.toSorted())
  expect(Object.values(operationRequirements).filter((id) => !ids.includes(id))).toEqual([])
})

test('each setting has a requirement', () => {
  expect(Object.keys(settingRequirements).toSorted()).toEqual(
    describeSettings()
      .map(({ name }) => name)
      .toSorted(),
  )
})

const ofWeb = (path: string) => readFileSync(new URL(`../../../apps/web/src/${path}`, import.meta.url), 'utf8')
const idsOf = (area: string) => ids.flatMap((id) => (id.startsWith(`${area}.`) ? [id.slice(area.length + 1)] : [])).toSorted()

test('each address of the web app has a requirement', () => {
  const made = [...ofWeb('router.tsx').matchAll(/^const (\w+) = createRoute\(\{([\s\S]*?)\}\)$/gm)]
  // A frame around others has an id and no path.
  const routes = made.flatMap(([, name = '', options = '']) => (/\bpath: '/.test(options) ? [name] : []))
  expect(routes.length).toBe(ofWeb('router.tsx').match(/\bpath: '/g)?.length)
  expect(idsOf('web.route')).toEqual(routes.toSorted())
})

test.each([
  ['web.settings', aboutPersonalPage],
  ['web.board-settings', aboutBoardPage],
])('each page of settings has a requirement: %s', (area, pages) => {
  expect(idsOf(area)).toEqual(Object.keys(pages).toSorted())
})

test('each key of the web app has a requirement', () => {
  expect(idsOf('web.key')).toEqual(commandNames.filter((name) => webCommands[name].keys).toSorted())
  // The attributes of a card have theirs in `i18n/attributes`.
  const named = commandNames.filter((name) => !isAttributeColumn(name))
  expect(named.toSorted()).toEqual(Object.keys(keyTexts.names).toSorted())
})
