import { type BoardOutline, listCategories, priorities } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import type { Choices } from '../automation/choice.tsx'
import { useBoardSettings } from '../board-context.ts'
import { fieldNamed, type Kind } from './attributes.ts'

type Member = BoardOutline['members'][number]
const membersAs = (members: readonly Member[], kind?: Member['kind']): Choices =>
  members.filter((member) => !kind || member.kind === kind).map(({ actorId, name }) => [actorId, name])

/** The choices on this board for a kind of value; null for values that are typed. */
export function useChoices(): (kind: Kind, field?: string) => Choices | null {
  const { board } = useBoardSettings()
  const t = useTranslations('automation')
  const priority = useTranslations('priority')
  const list = useTranslations('list')
  const named = (rows: readonly { id: string; name: string }[]): Choices => rows.map(({ id, name }) => [id, name])
  const yesOrNo: Choices = [
    ['true', t('yes')],
    ['false', t('no')],
  ]
  const choices: Partial<Record<Kind, (field: string) => Choices>> = {
    list: () => named(board.lists),
    label: () => named(board.labels),
    member: () => membersAs(board.members),
    person: () => membersAs(board.members, 'human'),
    agent: () => membersAs(board.members, 'agent'),
    priority: () => priorities.map((one) => [one, priority(one)]),
    listCategory: () => listCategories.map((one) => [one, list(`categories.${one}`)]),
    actorKind: () => [
      ['human', t('actorKinds.human')],
      ['agent', t('actorKinds.agent')],
    ],
    flag: () => yesOrNo,
    checkbox: () => yesOrNo,
    option: (field) => (fieldNamed(field, board.fields)?.options ?? []).map((option) => [option, option]),
  }
  return (kind, field = '') => choices[kind]?.(field) ?? null
}
