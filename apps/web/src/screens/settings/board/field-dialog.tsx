import type { Field as BoardField, BoardOutline } from '@tandem/contract'
import { Calendar, ChevronDown, Hash, Link2, type LucideIcon, SquareCheck, TextCursorInput } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { valueChangedIn } from '../../../api/failure.ts'
import { rereadOutline } from '../../../api/settings-queries.ts'
import { type Guarded, useGuarded, useGuardedName } from '../../../mutations/texts/use-guarded-name.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Overtaken } from '../../../ui/text/overtaken.tsx'
import { useBoardSettings } from '../board-context.ts'
import { newOption, type Option, OptionsEditor } from './options-editor.tsx'

type FieldType = BoardField['type']

export const fieldIcons: Record<FieldType, LucideIcon> = {
  text: TextCursorInput,
  number: Hash,
  date: Calendar,
  checkbox: SquareCheck,
  select: ChevronDown,
  url: Link2,
}

/** The type in an outline is any string: an unknown one is shown by its own name. */
export const isFieldType = (type: string): type is FieldType => Object.hasOwn(fieldIcons, type)

const fieldTypes = Object.keys(fieldIcons).filter(isFieldType)

type Props = { field: BoardOutline['fields'][number] | null; onClose: () => void }

/** Creates a field, or changes its name and choices; the type is fixed. */
export function FieldDialog({ field, onClose }: Props) {
  const t = useTranslations('settings.fields')
  return (
    <Dialog onClose={onClose} title={field ? t('edit', { name: field.name }) : t('new')}>
      <FieldForm field={field} onClose={onClose} />
    </Dialog>
  )
}

function FieldForm({ field, onClose }: Props) {
  const t = useTranslations('settings.fields')
  const [type, setType] = useState<FieldType>('text')
  const [options, setOptions] = useState<readonly Option[]>(() => (field?.options ?? ['', '']).map(newOption))
  const isSelect = field ? field.options !== null : type === 'select'
  const choices = options.map((option) => option.text.trim()).filter((text) => text !== '')
  const element = useRef<HTMLFormElement>(null)
  const guarded = { name: useGuardedName(field?.name ?? ''), options: useGuarded(field?.options ?? [], optionsChangedIn) }
  const save = useSave(field, guarded)
  const form = useForm(async ({ name = '' }) => {
    if (await save(name, type, isSelect && { options: choices })) onClose()
  })
  const gone = field?.options?.filter((option) => !choices.includes(option)) ?? []
  return (
    <form ref={element} className="grid gap-4 p-4" onSubmit={form.submit}>
      <div>
        <Field
          label={t('name')}
          name="name"
          required
          maxLength={200}
          autoComplete="off"
          defaultValue={field?.name}
          problem={form.problemOf('name')}
        />
        <OtherName guarded={guarded.name} form={element} />
      </div>
      {!field && (
        <div className="grid gap-1">
          <Select
            label={t('type')}
            value={type}
            onChange={(chosen) => setType(fieldTypes.find((one) => one === chosen) ?? 'text')}
            choices={fieldTypes.map((one) => [one, t(`types.${one}`)])}
          />
          <p className="text-ink-3 text-sm">{t('typeHint')}</p>
        </div>
      )}
      {isSelect && <OptionsEditor options={options} onChange={setOptions} />}
      <OtherOptions guarded={guarded.options} form={element} onTheirs={(theirs) => setOptions(theirs.map(newOption))} />
      {gone.length > 0 && <p className="text-ink-2">{t('gone', { options: gone.join(', ') })}</p>}
      <Problem text={form.problem ?? form.problemOf('options')} />
      <Button type="submit" variant="primary" busy={form.busy} className="justify-self-end">
        {field ? t('save') : t('make')}
      </Button>
    </form>
  )
}

type BothGuarded = { name: Guarded<string>; options: Guarded<readonly string[]> }

function optionsChangedIn(failure: unknown): readonly string[] | null {
  const options = valueChangedIn(failure, 'options')
  return Array.isArray(options) ? options.map(String) : null
}

const isSame = (one: readonly string[], other: readonly string[]): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Creates or changes the field; false when someone else has changed its name or its options meanwhile. */
function useSave(field: Props['field'], guarded: BothGuarded) {
  const { board } = useBoardSettings()
  return async (name: string, type: FieldType, more: false | { options: string[] }): Promise<boolean> => {
    if (field) {
      // What stays as it was is not sent: someone else may change it meanwhile.
      const [ifName, ifOptions] = [guarded.name.began(), guarded.options.began()]
      const renamed = name !== ifName && { name, ifName }
      const chosen = more && !isSame(more.options, ifOptions) && { ...more, ifOptions: [...ifOptions] }
      const isRefused = await api.call('field.update', { fieldId: field.id, ...renamed, ...chosen }).then(
        () => false,
        (failure: unknown) => {
          const overtaken = [guarded.name, guarded.options].filter((one) => one.isOvertaken(failure))
          if (overtaken.length > 0) return true
          throw failure
        },
      )
      if (isRefused) return false
    } else await api.call('field.create', { boardId: board.id, name, type, ...more })
    await rereadOutline(board.id)
    return true
  }
}

/** The name that someone else gave meanwhile, and the choice between both. */
function OtherName({ guarded: { theirs, settle }, form }: { guarded: Guarded<string>; form: RefObject<HTMLFormElement | null> }) {
  if (theirs === null) return null
  return (
    <Overtaken
      theirs={theirs}
      onMine={() => {
        settle()
        form.current?.requestSubmit()
      }}
      onTheirs={() => {
        settle()
        const name = form.current?.elements.namedItem('name')
        if (name instanceof HTMLInputElement) name.value = theirs
      }}
    />
  )
}

type OtherOptionsProps = {
  guarded: Guarded<readonly string[]>
  form: RefObject<HTMLFormElement | null>
  onTheirs: (theirs: readonly string[]) => void
}

/** The options that someone else saved meanwhile, and the choice between both. */
function OtherOptions({ guarded: { theirs, settle }, form, onTheirs }: OtherOptionsProps) {
  if (theirs === null) return null
  return (
    <Overtaken
      theirs={theirs.join(', ')}
      onMine={() => {
        settle()
        form.current?.requestSubmit()
      }}
      onTheirs={() => {
        settle()
        onTheirs(theirs)
      }}
    />
  )
}
