import { describe, expect, test } from 'vitest'
import { sql, type Transaction } from '../../src/db/database.ts'
import { foreseeTarget } from '../../src/domain/cards/move.ts'
import { withForeseen } from '../../src/kernel/foresight.ts'

const weight = sql<{ weight: number }>('select weight from parts where name = $1 and maker = $2')
const other = sql<{ weight: number }>('select weight from parts where maker = $1 and name = $2')

describe('a read that was foreseen', () => {
  const asked: string[] = []
  const tx = {
    row: async (statement: { text: string }, values: readonly unknown[]) => void asked.push(`${statement.text} ${values}`),
    send: (statement: { text: string }) => void asked.push(statement.text),
  } as unknown as Transaction

  const foreseeing = (row: unknown) => {
    asked.length = 0
    return withForeseen(tx, { statement: weight, values: ['nut', null], row })
  }

  test('is answered with what it found, also when that is nothing', async () => {
    expect(await foreseeing({ weight: 2 }).row(weight, ['nut', null])).toEqual({ weight: 2 })
    expect(await foreseeing(undefined).row(weight, ['nut', null])).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('answers no other read', async () => {
    const foreseen = foreseeing({ weight: 2 })
    await foreseen.row(weight, ['nut', 'Ada'])
    await foreseen.row(other, ['nut', null])
    expect(asked).toEqual([`${weight.text} nut,Ada`, `${other.text} nut,`])
  })

  test('is asked again once something has been written', async () => {
    const foreseen = foreseeing({ weight: 2 })
    foreseen.send(sql('delete from parts'))
    expect(await foreseen.row(weight, ['nut', null])).toBeUndefined()
    expect(asked).toEqual(['delete from parts', `${weight.text} nut,`])
  })
})

test('a move that names no list waits for the look at its card', () => {
  expect(foreseeTarget({ cardId: 'a', beforeId: 'b' }, 'board')).toBeNull()
  expect(foreseeTarget({ cardId: 'a', listId: 'list', beforeId: 'b' }, 'board')?.values).toEqual(['board', 'list', 'a', 'b', null])
})
