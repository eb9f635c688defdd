import { operationNames } from '@tandem/contract'
import { expect, test } from 'vitest'
import { commands } from '../../packages/cli/src/commands.ts'
import { describeSettings } from '../../packages/server/src/config.ts'
import { operationRequirements } from '../src/operation-requirements.ts'
import { requirements } from '../src/requirements.ts'
import { settingRequirements } from '../src/setting-requirements.ts'

/** What is added to the product is added to the requirements: this test names what was forgotten. */
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
