import { createContext, type ReactNode, use } from 'react'
import { Fold } from '../../ui/fold.tsx'
import {
  type Content,
  type Operation,
  type Parameter,
  type Schema,
  schemaText,
  shapesIn,
  type Shapes as ByName,
} from './document.ts'
import { apiDocsTexts } from './api-docs-texts.ts'

/** The schemas of the document by name. */
export const Shapes = createContext<ByName>({})

/** One operation: method, path and summary; opens to its parameters, body and responses. */
export function OperationCard({ operation }: { operation: Operation }) {
  const { method, path, summary, operationId, security, parameters = [], requestBody, responses } = operation
  const title = (
    <span className="api-title">
      <span className="api-call">
        <span className={`api-method ${method.toLowerCase()}`}>{method}</span>
        <code>{path}</code>
      </span>
      <span className="hint">{summary}</span>
    </span>
  )
  return (
    <Fold className="card api-operation" title={title}>
      <p className="hint">
        <code>{operationId}</code>
        {security?.length === 0 ? apiDocsTexts.withoutSignIn : apiDocsTexts.signedIn}
      </p>
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {requestBody && <Contents title={apiDocsTexts.body} content={requestBody.content} />}
      <h3>{apiDocsTexts.answers}</h3>
      {Object.entries(responses).map(([status, { description, content = {} }]) => (
        <div key={status}>
          <p>
            <b>{status}</b> {description}
          </p>
          {status.startsWith('2') && <Contents content={content} />}
        </div>
      ))}
    </Fold>
  )
}

function Parameters({ parameters }: { parameters: Parameter[] }) {
  const shapes = use(Shapes)
  return (
    <>
      <h3>{apiDocsTexts.parameters}</h3>
      <dl className="api-parameters">
        {parameters.map(({ name, in: place, required, description, schema }) => (
          <div key={`${place} ${name}`}>
            <dt>
              <code>{name}</code>{' '}
              <span className="hint">
                {place}
                {required && apiDocsTexts.required}
                {schema && `, ${schemaText(schema, shapes)}`}
              </span>
            </dt>
            {description && <dd>{description}</dd>}
          </div>
        ))}
      </dl>
    </>
  )
}

/** Content types with the same schema share one entry. */
function Contents({ title, content }: { title?: string; content: Record<string, Content> }) {
  const bySchema = Object.groupBy(Object.entries(content), ([, { schema }]) => JSON.stringify(schema ?? null))
  return Object.entries(bySchema).map(([key, same = []]) => {
    const [, { schema = {}, examples = {} } = {}] = same[0] ?? []
    return (
      <div key={key}>
        {title && <h3>{title}</h3>}
        <p className="hint">{same.map(([type]) => type).join(', ')}</p>
        <SchemaText schema={schema} />
        {Object.entries(examples).map(([name, { value }]) => (
          <Fold key={name} className="api-more" title={apiDocsTexts.example(name)}>
            <Written>{JSON.stringify(value, null, 2)}</Written>
          </Fold>
        ))}
      </div>
    )
  })
}

/** A schema, followed by the schemas it refers to, collapsed. */
function SchemaText({ schema }: { schema: Schema }) {
  const shapes = use(Shapes)
  return (
    <>
      <Written>{schemaText(schema, shapes)}</Written>
      {shapesIn(schema, shapes).map((name) => (
        <Fold key={name} className="api-more" title={name}>
          <SchemaText schema={shapes[name] ?? {}} />
        </Fold>
      ))}
    </>
  )
}

const Written = ({ children }: { children: ReactNode }) => <pre className="api-written">{children}</pre>
