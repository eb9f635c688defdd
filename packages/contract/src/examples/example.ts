import type { InputOf, OperationName, OutputOf } from '../catalogue.ts'

/**
 * Ada is signed in, Scout comes with its token, Grace is signed in once she has registered, the plugin has its token once it is installed;
 * a stranger has an unknown token, and `nobody` has no credential.
 */
export type Sender = 'ada' | 'scout' | 'grace' | 'plugin' | 'nobody' | 'stranger'

/** An example of its own, or the same operation with another input; `gives` names what its answer brings into the story. */
export type Step = OperationName | { [N in OperationName]: Variation<N> }[OperationName]
type Variation<N extends OperationName> = { do: N; by?: Sender; input: InputOf<N>; gives?: Record<string, unknown> }

/**
 * One request and its answer as the document shows them and as the tests send them: Ada sends it when `by` is absent, after the
 * opening (opening.ts) and what `after` names.
 *
 * To serve a new operation, add its example to the file of its area. Take names and ids from story.ts; what the story does not know yet
 * gets an id there. Without an example a served operation does not compile, and one whose answer differs fails: see
 * packages/server/test/rest/examples.test.ts, which prints the answer in the words of the story.
 */
export type Example<N extends OperationName> = {
  by?: Sender
  after?: readonly Step[]
  input: InputOf<N>
} & AnswerOf<N>

type AnswerOf<N extends OperationName> = OutputOf<N> extends null ? { output?: undefined } : { output: OutputOf<N> }

/** An example of an operation that is not known before. */
export type AnyExample = { by?: Sender; after?: readonly Step[]; input: Record<string, unknown>; output?: unknown }

/** The examples of some operations. */
export type Examples = { [N in OperationName]?: Example<N> }
