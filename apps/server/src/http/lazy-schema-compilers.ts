import { AjvCompiler, type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import { SerializerSelector, type SerializerFactory } from '@fastify/fast-json-stringify-compiler'
import { lazy } from '../lazy.ts'

type Compile = ReturnType<BuildCompilerFromPool>
type Validate = ReturnType<Compile>

const buildValidator: BuildCompilerFromPool = (sharedSchemas, options) => {
  const compile = AjvCompiler()(sharedSchemas, options)
  return (schema) => {
    const compiled = lazy(() => compile(schema))
    const validate: { (data: unknown): boolean | Promise<unknown>; errors?: Validate['errors'] } = (data) => {
      const isValid = compiled()(data)
      validate.errors = compiled().errors
      return isValid
    }
    // cast: Fastify calls a validator and reads its errors, and nothing else of it
    return validate as Validate
  }
}

const buildSerializer: SerializerFactory = (sharedSchemas, options) => {
  const compile = SerializerSelector()(sharedSchemas, options)
  return (definition) => {
    const serialize = lazy(() => compile(definition))
    return (data: unknown) => serialize()(data)
  }
}

/**
 * Fastify's own compilers of schemas, which compile a schema when the first request needs it. Compiling all of them
 * took a third of the processor time of a start, and most servers never answer most routes.
 */
export const lazySchemaCompilers = { buildValidator, buildSerializer }
