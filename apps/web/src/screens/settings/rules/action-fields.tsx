import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Choice } from '../automation/choice.tsx'
import { useBoardSettings } from '../board-context.ts'
import { type Kind, kindOf, kindOfField } from './attributes.ts'
import type { Action } from './draft.ts'
import { TemplateText } from './template-text.tsx'
import { SeveralValues, ValueInput } from './value-input.tsx'

type Of<T extends Action['type']> = Extract<Action, { type: T }>
type Fields<T extends Action['type']> = (props: { action: Of<T>; onChange: (action: Action) => void }) => ReactNode

const nothing = () => null

/** The inputs of each action in its line and below it, and its initial values. */
const shapes: { [T in Action['type']]: { first: Of<T>; Fields: Fields<T>; Texts?: Fields<T> } } = {
  move_card: { first: { type: 'move_card', listId: '' }, Fields: MoveFields },
  add_label: { first: { type: 'add_label', labelId: '' }, Fields: one('label', 'labelId') },
  remove_label: { first: { type: 'remove_label', labelId: '' }, Fields: one('label', 'labelId') },
  assign: { first: { type: 'assign', actorId: '' }, Fields: one('person', 'actorId') },
  delegate: { first: { type: 'delegate', agentActorId: '' }, Fields: one('agent', 'agentActorId') },
  set_priority: { first: { type: 'set_priority', priority: 'high' }, Fields: one('priority', 'priority') },
  set_field: { first: { type: 'set_field', fieldId: '', value: null }, Fields: SetFieldFields },
  complete_card: { first: { type: 'complete_card' }, Fields: nothing },
  reopen_card: { first: { type: 'reopen_card' }, Fields: nothing },
  archive_card: { first: { type: 'archive_card' }, Fields: nothing },
  add_comment: { first: { type: 'add_comment', body: '' }, Fields: nothing, Texts: text('body', { longest: 10_000 }) },
  add_checklist_item: { first: { type: 'add_checklist_item', text: '' }, Fields: nothing, Texts: text('text', { longest: 500 }) },
  create_card: { first: { type: 'create_card', listId: '', title: '' }, Fields: CreateCardFields, Texts: CreateCardTexts },
  notify: { first: { type: 'notify', to: 'assignees', message: '' }, Fields: NotifyFields, Texts: NotifyTexts },
}

export const actionTypes = Object.keys(shapes) as Action['type'][]
export const newAction = (type: Action['type']): Action => shapes[type].first

export function ActionFields({ action, onChange }: { action: Action; onChange: (action: Action) => void }) {
  const Fields = shapes[action.type].Fields as Fields<Action['type']>
  return <Fields action={action} onChange={onChange} />
}

export function ActionTexts({ it: action, onChange }: { it: Action; onChange: (action: Action) => void }) {
  const Texts = shapes[action.type].Texts as Fields<Action['type']> | undefined
  return Texts ? <Texts action={action} onChange={onChange} /> : null
}

/** An action with one id. */
function one<T extends Action['type']>(kind: 'label' | 'person' | 'agent' | 'priority', key: keyof Of<T> & string): Fields<T> {
  return function OneField({ action, onChange }) {
    const t = useTranslations('automation')
    const value = String(action[key])
    return <ValueInput label={t(`kinds.${kind}`)} kind={kind} value={value} onChange={(next) => onChange({ ...action, [key]: next })} />
  }
}

/** An action with one text. */
function text<T extends Action['type']>(key: keyof Of<T> & string, { longest }: { longest: number }): Fields<T> {
  return function TextOfAction({ action, onChange }) {
    const t = useTranslations('automation')
    return (
      <TemplateText
        label={t('text')}
        value={String(action[key])}
        lines={2}
        longest={longest}
        onChange={(next) => onChange({ ...action, [key]: next })}
      />
    )
  }
}

function MoveFields({ action, onChange }: { action: Of<'move_card'>; onChange: (action: Action) => void }) {
  const t = useTranslations('automation')
  const { position, ...rest } = action
  const places = [
    ['', t('position.any')],
    ['top', t('position.top')],
    ['bottom', t('position.bottom')],
  ] as const
  const place = (next: string) => onChange(next === 'top' || next === 'bottom' ? { ...rest, position: next } : rest)
  return (
    <>
      <ValueInput
        label={t('kinds.list')}
        kind="list"
        value={action.listId}
        onChange={(listId) => onChange({ ...action, listId: String(listId) })}
      />
      <Choice label={t('positionLabel')} value={position ?? ''} choices={places} onChange={place} />
    </>
  )
}

function SetFieldFields({ action, onChange }: { action: Of<'set_field'>; onChange: (action: Action) => void }) {
  const t = useTranslations('automation')
  const { board } = useBoardSettings()
  const key = `field.${action.fieldId}`
  const kind = kindOf(key, board.fields)
  const first: Partial<Record<Kind, string | number | boolean>> = { number: 0, checkbox: true }
  const choose = (fieldId: string) => {
    const field = board.fields.find(({ id }) => id === fieldId)
    onChange({ type: 'set_field', fieldId, value: field ? (first[kindOfField(field)] ?? '') : '' })
  }
  const modes = [
    ['set', t('setTo')],
    ['clear', t('clear')],
  ] as const
  return (
    <>
      <Choice
        label={t('kinds.field')}
        value={action.fieldId}
        choices={board.fields.map(({ id, name }) => [id, name])}
        placeholder={board.fields.length === 0 ? t('noFields') : t('choose')}
        onChange={choose}
      />
      {action.fieldId !== '' && (
        <Choice
          label={t('setOrClear')}
          value={action.value === null ? 'clear' : 'set'}
          choices={modes}
          onChange={(mode) => onChange({ ...action, value: mode === 'clear' ? null : (first[kind] ?? '') })}
        />
      )}
      {action.fieldId !== '' && action.value !== null && (
        <ValueInput label={t('value')} kind={kind} field={key} value={action.value} onChange={(value) => onChange({ ...action, value })} />
      )}
    </>
  )
}

type CreateCardProps = { action: Of<'create_card'>; onChange: (action: Action) => void }

function CreateCardFields({ action, onChange }: CreateCardProps) {
  const t = useTranslations('automation')
  const put = (listId: string | number | boolean) => onChange({ ...action, listId: String(listId) })
  return <ValueInput label={t('kinds.list')} kind="list" value={action.listId} onChange={put} />
}

function CreateCardTexts({ action, onChange }: CreateCardProps) {
  const t = useTranslations('automation')
  const several = (key: 'labelIds' | 'assigneeActorIds', kind: Kind) => (
    <span className="flex flex-wrap items-center gap-1.5">
      <span className="text-ink-2">{t(`createCard.${key}`)}</span>
      <SeveralValues
        label={t(`createCard.${key}`)}
        kind={kind}
        values={action[key] ?? []}
        onChange={(values) => onChange({ ...action, [key]: values.map(String) })}
      />
    </span>
  )
  return (
    <>
      <TemplateText
        label={t('createCard.title')}
        value={action.title}
        lines={1}
        longest={500}
        onChange={(title) => onChange({ ...action, title })}
      />
      <TemplateText
        label={t('createCard.description')}
        value={action.description ?? ''}
        lines={2}
        longest={10_000}
        onChange={(description) => onChange({ ...action, description })}
      />
      <div className="flex w-full flex-wrap gap-x-4 gap-y-1.5">
        {several('labelIds', 'label')}
        {several('assigneeActorIds', 'person')}
      </div>
    </>
  )
}

type NotifyProps = { action: Of<'notify'>; onChange: (action: Action) => void }

function NotifyFields({ action, onChange }: NotifyProps) {
  const t = useTranslations('automation')
  const named = Array.isArray(action.to) ? action.to : null
  const choices = [
    ['assignees', t('audience.assignees')],
    ['watchers', t('audience.watchers')],
    ['members', t('audience.members')],
  ] as const
  const turn = (to: string) => onChange({ ...action, to: to === 'assignees' || to === 'watchers' ? to : (named ?? []) })
  return (
    <>
      <Choice label={t('audienceLabel')} value={named ? 'members' : String(action.to)} choices={choices} onChange={turn} />
      {named && (
        <SeveralValues
          label={t('audience.members')}
          kind="member"
          values={named}
          onChange={(values) => onChange({ ...action, to: values.map(String) })}
        />
      )}
    </>
  )
}

function NotifyTexts({ action, onChange }: NotifyProps) {
  const t = useTranslations('automation')
  return (
    <TemplateText
      label={t('message')}
      value={action.message}
      lines={2}
      longest={1_000}
      onChange={(message) => onChange({ ...action, message })}
    />
  )
}
