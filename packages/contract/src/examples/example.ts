import type { InputOf, OperationName, OutputOf } from '../catalogue.ts'

/**
 * The callers of examples. Ada is signed in, Scout has its token, Grace is signed in once she has registered, the plugin has its token once
 * it is installed; a stranger has an unknown token, and `nobody` sends no credential.
 */
export type Sender = 'ada' | 'scout' | 'grace' | 'plugin' | 'nobody' | 'stranger'

/** The example of an operation, or the same operation with another input; `gives` names the ids that its answer adds to the story. */
export type Step = OperationName | { [N in OperationName]: Variation<N> }[OperationName]
type Variation<N extends OperationName> = { do: N; by?: Sender; input: InputOf<N>; gives?: Record<string, unknown> }

/**
 * One request and its answer as the document shows them and as the tests send them: Ada sends it when `by` is absent, after the opening
 * (opening.ts) and the steps of `after`.
 *
 * To serve a new operation, add its example to the file of its area. Take names and ids from story.ts, and add missing ids there. Without
 * an example a served operation does not compile, and one whose answer differs fails: see packages/server/test/rest/examples.test.ts, which
 * prints the answer in the words of the story.
 */
export type Example<N extends OperationName> = {
  by?: Sender
  after?: readonly Step[]
  input: InputOf<N>
} & AnswerOf<N>

type AnswerOf<N extends OperationName> = OutputOf<N> extends null ? { output?: undefined } : { output: OutputOf<N> }

/** An example, when its operation is not known statically. */
export type AnyExample = { by?: Sender; after?: readonly Step[]; input: Record<string, unknown>; output?: unknown }

/** The examples of some operations. */
export type Examples = { [N in OperationName]?: Example<N> }
