import { isAttributeColumn, operationNames } from '@tandem/contract'
import { expect, test } from 'vitest'
import { en as keyTexts } from '../../../apps/web/src/i18n/keys/en.ts'
import { aboutBoardPage, aboutPersonalPage } from '../../../apps/web/src/screens/settings/pages.ts'
import { keysOf } from '../../../apps/web/src/shell/command-keys.ts'
import { commandNames } from '../../../apps/web/src/shell/commands.ts'
import { commands } from '../../../packages/cli/src/commands.ts'
import { describeSettings } from '../../../packages/server/src/config.ts'
import { operationRequirements } from '../../src/operation-requirements.ts'
import { requirements } from '../../src/requirements.ts'
import { settingRequirements } from '../../src/setting-requirements.ts'

/** Additions to the product need requirements: this test names the missing ones; apps/web/test/routes.test.ts does so for addresses. */
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

const idsOf = (area: string) => ids.flatMap((id) => (id.startsWith(`${area}.`) ? [id.slice(area.length + 1)] : [])).toSorted()

test.each([
  ['web.settings', aboutPersonalPage],
  ['web.board-settings', aboutBoardPage],
])('each page of settings has a requirement: %s', (area, pages) => {
  expect(idsOf(area)).toEqual(Object.keys(pages).toSorted())
})

test('each key of the web app has a requirement', () => {
  expect(idsOf('web.key')).toEqual(commandNames.filter((name) => keysOf(name).length > 0).toSorted())
  // The attributes of a card have theirs in `i18n/attributes`.
  const named = commandNames.filter((name) => !isAttributeColumn(name))
  expect(named.toSorted()).toEqual(Object.keys(keyTexts.names).toSorted())
})
