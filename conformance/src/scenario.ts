import { type InputOf, type OperationName, type OutputOf } from '@tandem/contract'
import { type TestContext, test } from 'vitest'
import { type Caller, call, type Refusal } from './call.ts'
import { type RequirementId, requirements } from './requirements.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The requirements that this test proves when it passes: of one without `scenario`, in its options, `{ meta: { proves: [id] } }`. */
    proves?: readonly RequirementId[]
  }
}

/** A test that proves requirements; an id that does not exist fails it. */
export function scenario(title: string, proves: readonly RequirementId[], body: (context: TestContext) => Promise<void>): void {
  test(title, async (context) => {
    context.task.meta.proves = proves
    for (const id of proves) if (!Object.hasOwn(requirements, id)) throw new Error(`there is no requirement ${id}`)
    await body(context)
  })
}

/** The body of a call that must succeed. */
export async function allowed<N extends OperationName>(caller: Caller, name: N, input: InputOf<N>): Promise<OutputOf<N>> {
  const answer = await call(caller, name, input)
  if (!answer.ok) throw new Error(`${name} was refused: ${answer.status} ${answer.code}: ${answer.message}`)
  return answer.body
}

/** The refusal of a call that must fail, with the code that it must fail with. */
export async function refused<N extends OperationName>(
  caller: Caller,
  name: N,
  input: InputOf<N>,
  code: Refusal['code'],
): Promise<Refusal> {
  const answer = await call(caller, name, input)
  if (answer.ok) throw new Error(`${name} should have been refused with ${code}, but answered ${answer.status}`)
  if (answer.code !== code) throw new Error(`${name} should have been refused with ${code}, but was with ${answer.code}: ${answer.message}`)
  return answer
}
