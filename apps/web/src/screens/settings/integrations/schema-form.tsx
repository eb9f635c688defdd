import { Plus, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocaleChoice } from '../../../i18n/locale.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { inputClasses } from '../../../ui/form/field.tsx'
import { useBoardSettings } from '../board-context.ts'
import { emptyFor, entryNameOf, inSentence, isAt, isRecord, nameOf, type Path, type Problem, type Schema, valuesOf } from './schema.ts'

type NodeProps = {
  schema: Schema
  /** The last key of its path, and its label. */
  name: string
  required?: boolean
  /** The button that removes it, of an entry that can be removed. */
  remove?: ReactNode
  value: unknown
  path: Path
  problems: readonly Problem[]
  onChange: (value: unknown) => void
}

/** A form generated from a schema: each value has the control of its type, with its problem beside it. */
export function SchemaForm({ schema, value, problems, onChange }: Pick<NodeProps, 'schema' | 'value' | 'problems' | 'onChange'>) {
  return <ObjectFields schema={schema} name="" value={value} path={[]} problems={problems} onChange={onChange} />
}

const nodes: Partial<Record<NonNullable<Schema['type']>, (props: NodeProps) => ReactNode>> = {
  object: ObjectNode,
  array: ArrayNode,
  boolean: BooleanNode,
}

function SchemaNode(props: NodeProps) {
  const Node = nodes[props.schema.type ?? 'string'] ?? ScalarNode
  return <Node {...props} />
}

function ObjectNode(props: NodeProps) {
  return (
    <fieldset className="relative grid gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 font-medium text-ink-2 text-sm">{props.name}</legend>
      {props.remove && <div className="absolute top-1 right-1">{props.remove}</div>}
      {props.schema.description && <p className="pr-8 text-ink-3 text-sm">{props.schema.description}</p>}
      <ObjectFields {...props} />
    </fieldset>
  )
}

function ObjectFields({ schema, value, path, problems, onChange }: NodeProps) {
  const held = isRecord(value) ? value : {}
  const known = Object.entries(schema.properties ?? {})
  const free = valuesOf(schema)
  return (
    <div className="grid gap-3">
      {known.map(([key, each]) => (
        <SchemaNode
          key={key}
          schema={each}
          name={nameOf(key, each)}
          required={schema.required?.includes(key) ?? false}
          value={held[key]}
          path={[...path, key]}
          problems={problems}
          onChange={(next) => onChange({ ...held, [key]: next })}
        />
      ))}
      {free && (
        <MapFields schema={free} known={known.map(([key]) => key)} value={held} path={path} problems={problems} onChange={onChange} />
      )}
    </div>
  )
}

type MapProps = Pick<NodeProps, 'schema' | 'path' | 'problems' | 'onChange'> & { known: readonly string[]; value: Record<string, unknown> }

/** Keys that the user types, each with its value. */
function MapFields({ schema, known, value, path, problems, onChange }: MapProps) {
  const t = useTranslations('automation.config')
  const [key, setKey] = useState('')
  const own = Object.entries(value).filter(([one]) => !known.includes(one))
  const add = () => {
    const name = key.trim()
    if (name === '' || Object.hasOwn(value, name)) return
    onChange({ ...value, [name]: emptyFor(schema) })
    setKey('')
  }
  return (
    <>
      {own.map(([one, each]) => (
        <SchemaNode
          key={one}
          schema={schema}
          name={one}
          value={each}
          path={[...path, one]}
          problems={problems}
          onChange={(next) => onChange({ ...value, [one]: next })}
          remove={
            <Remove name={one} onClick={() => onChange(Object.fromEntries(Object.entries(value).filter(([other]) => other !== one)))} />
          }
        />
      ))}
      <div className="flex gap-2">
        <input
          aria-label={t('key')}
          placeholder={t('key')}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          className={classes(inputClasses, 'h-9 pointer-coarse:h-11')}
        />
        <Button disabled={key.trim() === ''} onClick={add}>
          <Plus size={14} aria-hidden /> {t('addKey')}
        </Button>
      </div>
    </>
  )
}

function ArrayNode({ schema, name, value, path, problems, onChange, remove }: NodeProps) {
  const t = useTranslations('automation.config')
  const { locale } = useLocaleChoice()
  const items = Array.isArray(value) ? value : []
  const of = schema.items ?? {}
  const thing = entryNameOf(name, schema)
  return (
    <fieldset className="relative grid gap-2">
      {remove && <div className="absolute -top-1 right-0">{remove}</div>}
      <legend className="mb-1 font-medium text-ink-2 text-sm">{name}</legend>
      {schema.description && <p className="text-ink-3 text-sm">{schema.description}</p>}
      {items.map((each, at) => (
        <SchemaNode
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place alone
          key={at}
          schema={of}
          name={t('entry', { name: thing, at: at + 1 })}
          value={each}
          path={[...path, at]}
          problems={problems}
          onChange={(next) => onChange(items.map((one, other) => (other === at ? next : one)))}
          remove={
            <Remove name={t('entry', { name: thing, at: at + 1 })} onClick={() => onChange(items.filter((_, other) => other !== at))} />
          }
        />
      ))}
      <Note problem={problems.find((problem) => isAt(problem.path, path))} />
      <Button size="sm" className="justify-self-start" onClick={() => onChange([...items, emptyFor(of)])}>
        <Plus size={14} aria-hidden /> {t('addTo', { name: inSentence(thing, locale) })}
      </Button>
    </fieldset>
  )
}

function Remove({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTranslations('automation')
  return <IconButton size="sm" label={t('without', { name })} icon={<X size={14} aria-hidden />} onClick={onClick} />
}

/** Three states: the default of the plugin, yes, or no. */
function BooleanNode(props: NodeProps) {
  const t = useTranslations('automation')
  const choices = [
    ['', t('config.unset')],
    ['true', t('yes')],
    ['false', t('no')],
  ] as const
  const value = props.value === undefined ? '' : String(props.value)
  return (
    <Labelled {...props}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => props.onChange(event.target.value === '' ? undefined : event.target.value === 'true')}
        >
          {choices.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

function ScalarNode(props: NodeProps) {
  const choices = useValueChoices(props)
  const { schema, value, onChange } = props
  const t = useTranslations('automation')
  const isNumber = schema.type === 'number' || schema.type === 'integer'
  const text = value === undefined || value === null ? '' : String(value)
  if (choices)
    return (
      <Labelled {...props}>
        {(control) => (
          <select {...control} value={text} onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}>
            <option value="">{t('config.unset')}</option>
            {text !== '' && !choices.some(([one]) => one === text) && <option value={text}>{t('gone')}</option>}
            {choices.map(([one, said]) => (
              <option key={one} value={one}>
                {said}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    )
  return (
    <Labelled {...props}>
      {(control) => (
        <input
          {...control}
          type={isNumber ? 'number' : 'text'}
          step={schema.type === 'number' ? 'any' : undefined}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => onChange(isNumber && event.target.value !== '' ? Number(event.target.value) : event.target.value)}
        />
      )}
    </Labelled>
  )
}

/** Ids of lists are chosen by name, and so are enumerated values. */
function useValueChoices({ schema, path }: NodeProps): [string, string][] | null {
  const { board } = useBoardSettings()
  if (schema.enum) return schema.enum.map((one) => [String(one), String(one)])
  const key = path.findLast((part) => typeof part === 'string') ?? ''
  return schema.format === 'uuid' && /listid$/i.test(key) ? board.lists.map(({ id, name }) => [id, name]) : null
}

type Control = { id: string; className: string; 'aria-invalid': true | undefined; 'aria-describedby': string }

function Labelled({
  schema,
  name,
  required = true,
  remove,
  path,
  problems,
  children,
}: Pick<NodeProps, 'schema' | 'name' | 'required' | 'remove' | 'path' | 'problems'> & { children: (control: Control) => ReactNode }) {
  const t = useTranslations('automation.config')
  const id = useId()
  const problem = problems.find((one) => isAt(one.path, path))
  const control: Control = {
    id,
    className: classes(inputClasses, 'h-9 pointer-coarse:h-11'),
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': `${id}-note`,
  }
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium text-ink-2 text-sm">
        {name}
        {!required && (
          <span aria-hidden className="font-normal text-ink-3">
            {' '}
            {t('optional')}
          </span>
        )}
      </label>
      <div className="flex items-center gap-1">
        {children(control)}
        {remove}
      </div>
      <Note id={`${id}-note`} problem={problem} hint={schema.description} />
    </div>
  )
}

function Note({ id, problem, hint }: { id?: string; problem: Problem | undefined; hint?: string | undefined }) {
  const t = useTranslations('automation.config')
  const text = problem ? t(`problems.${problem.kind}`, { bound: problem.bound ?? 0 }) : hint
  return (
    <p id={id} className={classes('text-sm', problem ? 'text-danger' : 'text-ink-3', !text && 'hidden')}>
      {text}
    </p>
  )
}
