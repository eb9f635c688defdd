import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { asOption, Choice, type Choices, lineClasses } from '../automation/choice.tsx'
import { useBoardSettings } from '../board-context.ts'
import {
  type Attribute,
  arityOf,
  attributes,
  conditionOn,
  fieldPrefix,
  kindOf,
  opsOf,
  payloadPrefix,
  useAttributeName,
} from './attributes.ts'
import { Block, Lines } from './block.tsx'
import { type Condition, isComplete, type Line, lineOf } from './draft.ts'
import { SeveralValues, ValueInput } from './value-input.tsx'

const mostConditions = 20
const names = Object.keys(attributes) as Attribute[]

type Props = { conditions: Line<Condition>[]; onChange: (conditions: Line<Condition>[]) => void; problem: string | null }

/** The conditions of the rule, tested on the card as it is when the rule runs. */
export function IfPart({ conditions, onChange, problem }: Props) {
  const t = useTranslations('automation')
  const add = () => onChange([...conditions, lineOf(conditionOn('listId', 'is', 'list'))])
  return (
    <Block word={t('ifTitle')} hint={conditions.length === 0 ? t('ifHint') : undefined} problem={problem}>
      <Lines
        label={t('ifTitle')}
        lines={conditions}
        onChange={onChange}
        nameOf={(at) => t('conditionAt', { at: at + 1 })}
        isIncomplete={(condition) => !isComplete(condition)}
      >
        {(condition, change) => <ConditionLine condition={condition} onChange={change} />}
      </Lines>
      {conditions.length < mostConditions && (
        <Button size="sm" variant="quiet" className="-ml-2 justify-self-start" onClick={add}>
          <Plus size={14} aria-hidden /> {t('addCondition')}
        </Button>
      )}
    </Block>
  )
}

type LineProps = { condition: Condition; onChange: (condition: Condition) => void }

function ConditionLine({ condition, onChange }: LineProps) {
  const t = useTranslations('automation')
  const { board } = useBoardSettings()
  const { field, op, value } = condition
  const isPayload = field.startsWith(payloadPrefix)
  const kind = kindOf(field, board.fields)
  const turn = (next: string) => onChange(conditionOn(next, op, kindOf(next, board.fields)))
  const opChoices = opsOf[kind].map((one): Choices[number] => [
    one,
    kind === 'date' && (one === 'gt' || one === 'lt') ? t(`dateOps.${one}`) : t(`ops.${one}`),
  ])
  const arity = arityOf(op)
  return (
    <>
      <FieldChoice field={isPayload ? payloadPrefix : field} onChange={turn} />
      {isPayload && (
        <input
          aria-label={t('payload')}
          placeholder={t('payloadHint')}
          value={field.slice(payloadPrefix.length)}
          maxLength={100}
          pattern="[A-Za-z0-9_.]+"
          required
          spellCheck={false}
          onChange={(event) => onChange({ ...condition, field: `${payloadPrefix}${event.target.value.replaceAll(/[^A-Za-z0-9_.]/g, '')}` })}
          className={classes(lineClasses, 'w-36 font-mono')}
        />
      )}
      <Choice
        label={t('operator')}
        value={op}
        choices={opChoices}
        onChange={(next) => onChange(conditionOn(field, opsOf[kind].find((one) => one === next) ?? op, kind, condition))}
      />
      {arity === 'one' && (
        <ValueInput
          label={t('value')}
          kind={kind}
          field={field}
          value={Array.isArray(value) ? '' : (value ?? '')}
          onChange={(next) => onChange({ ...condition, value: next })}
        />
      )}
      {arity === 'several' && (
        <SeveralValues
          label={t('value')}
          kind={kind}
          field={field}
          values={[value ?? []].flat()}
          onChange={(next) => onChange({ ...condition, value: next })}
        />
      )}
    </>
  )
}

function FieldChoice({ field, onChange }: { field: string; onChange: (field: string) => void }) {
  const t = useTranslations('automation')
  const { board } = useBoardSettings()
  const attributeName = useAttributeName()
  const ofCard = names.filter((name) => name !== 'actorKind').map((name): Choices[number] => [name, asOption(attributeName(name))])
  const own = board.fields.map(({ id, name }): Choices[number] => [`${fieldPrefix}${id}`, name])
  const ofEvent: Choices = [
    ['actorKind', asOption(attributeName('actorKind'))],
    [payloadPrefix, t('payload')],
  ]
  const groups = [
    { name: t('families.card'), choices: ofCard },
    ...(own.length > 0 ? [{ name: t('ownFields'), choices: own }] : []),
    { name: t('event'), choices: ofEvent },
  ]
  return <Choice label={t('attribute')} value={field} groups={groups} onChange={onChange} />
}
