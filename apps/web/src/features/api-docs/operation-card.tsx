import { createContext, type ReactNode, use } from 'react'
import { Disclosure } from '../../ui/disclosure.tsx'
import {
  type Content,
  type Operation,
  type Parameter,
  type Schema,
  formatSchema,
  referencedSchemas,
  type Schemas as SchemaMap,
} from './openapi-document.ts'
import { apiDocsTexts } from './api-docs-texts.ts'

export const SchemasContext = createContext<SchemaMap>({})

/** An operation: method, path and summary. When opened, it also shows its parameters, body and responses. */
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
    <Disclosure className="card" title={title}>
      <p className="hint">
        <code>{operationId}</code>
        {security?.length === 0 ? apiDocsTexts.withoutSignIn : apiDocsTexts.signedIn}
      </p>
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {requestBody && <BodySchemas title={apiDocsTexts.body} content={requestBody.content} />}
      <h3>{apiDocsTexts.answers}</h3>
      {Object.entries(responses).map(([status, { description, content = {} }]) => (
        <div key={status}>
          <p>
            <b>{status}</b> {description}
          </p>
          {status.startsWith('2') && <BodySchemas content={content} />}
        </div>
      ))}
    </Disclosure>
  )
}

function Parameters({ parameters }: { parameters: Parameter[] }) {
  const schemas = use(SchemasContext)
  return (
    <>
      <h3>{apiDocsTexts.parameters}</h3>
      <dl className="api-parameters">
        {parameters.map(({ name, in: location, required, description, schema }) => (
          <div key={`${location} ${name}`}>
            <dt>
              <code>{name}</code>{' '}
              <span className="hint">
                {location}
                {required && apiDocsTexts.required}
                {schema && `, ${formatSchema(schema, schemas)}`}
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
function BodySchemas({ title, content }: { title?: string; content: Record<string, Content> }) {
  const bySchema = Object.groupBy(Object.entries(content), ([, { schema }]) => JSON.stringify(schema ?? null))
  return Object.entries(bySchema).map(([key, same = []]) => {
    const [, { schema = {}, examples = {} } = {}] = same[0] ?? []
    return (
      <div key={key}>
        {title && <h3>{title}</h3>}
        <p className="hint">{same.map(([type]) => type).join(', ')}</p>
        <SchemaBlock schema={schema} />
        {Object.entries(examples).map(([name, { value }]) => (
          <Disclosure key={name} className="api-more" title={apiDocsTexts.example(name)}>
            <CodeBlock>{JSON.stringify(value, null, 2)}</CodeBlock>
          </Disclosure>
        ))}
      </div>
    )
  })
}

/** A schema, followed by the schemas to which it refers. These are closed at first. */
function SchemaBlock({ schema }: { schema: Schema }) {
  const schemas = use(SchemasContext)
  return (
    <>
      <CodeBlock>{formatSchema(schema, schemas)}</CodeBlock>
      {referencedSchemas(schema, schemas).map((name) => (
        <Disclosure key={name} className="api-more" title={name}>
          <SchemaBlock schema={schemas[name] ?? {}} />
        </Disclosure>
      ))}
    </>
  )
}

const CodeBlock = ({ children }: { children: ReactNode }) => <pre className="api-written">{children}</pre>
