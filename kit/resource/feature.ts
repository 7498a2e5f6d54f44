import type { Words } from '#kit/fields/words.ts';
import type { CodeTable } from '#kit/fields/codes.ts';
import type { Api } from './endpoint.ts';
import type { AnyJobKind } from './job.ts';
import type { Labels } from './labels.ts';
import type { MenuEntry, MenuGroup } from './menu.ts';
import type { RefusalTable } from './refusal.ts';
import type { AnyReport } from './report.ts';
import type { AnyResource } from './resource.ts';
import type { RoleRights } from './rights/role-level.ts';
import type { Setting } from './setting.ts';

/** All declarations of a noun together, as a domain's `features.ts` lists them. */
export interface Feature {
  readonly name: string;
  readonly api: Api;
  readonly resource?: AnyResource;
  /** The endpoints are those of `crud`, served by the kit's handlers. A feature with handlers of its own omits this. */
  readonly plain?: true;
  /** The report, when the feature is a report and no noun. */
  readonly report?: AnyReport;
  readonly labels?: Labels;
  /** Labels of inputs that are no fields of the resource. */
  readonly inputLabels?: Readonly<Record<string, Words>>;
  /** The title in the log, for a feature without labels. */
  readonly title?: Words;
  /** The titles of endpoints in the log, besides the standard ones and the actions of the labels. */
  readonly endpointTitles?: Readonly<Record<string, Words>>;
  readonly refusals?: RefusalTable;
  readonly menu?: readonly MenuEntry[];
  /** Code tables that no field of the resource uses. */
  readonly codes?: readonly CodeTable[];
  /** Which look-ups by name its rows offer; none when left out. They return only rows within the viewer's scope. */
  readonly lookup?: {
    /** Key and title may be read by everyone who can see the row. */
    readonly offered?: true;
    /** Its rows form a tree: the field of the parent, its value for the first level, and the field that is "1" when a row has children. */
    readonly tree?: { readonly parent: string; readonly root: string; readonly hasChild: string };
  };
  /** Its settings for operators. */
  readonly settings?: readonly Setting[];
  /** Its scheduled jobs. */
  readonly jobs?: readonly AnyJobKind[];
  /** Permission codes that no endpoint uses. */
  readonly extraPermissions?: readonly string[];
  /** The preset roles that get its permissions; only the platform's role when left out. */
  readonly rights?: RoleRights;
}

/** Declares the feature of a noun. The exact types of resource and labels are widened. */
export const feature = (
  facts: Omit<Feature, 'resource' | 'labels' | 'api'> & { readonly resource?: unknown; readonly labels?: unknown; readonly api: unknown },
): Feature => facts as Feature; // Resource<F> is invariant in F; readers only use the data

/** Finds a feature by its name. */
export interface FeatureLookup {
  feature(name: string): Feature | undefined;
}

export interface Domain {
  readonly name: string;
  readonly features: readonly Feature[];
  /** The groups of the side menu that belong to this domain. Menu entries of any domain may refer to them. */
  readonly menuGroups?: readonly MenuGroup[];
}

/** Declares a domain; `features` are the exports of its `features.ts`, or a list. */
export const domain = (
  name: string,
  features: Readonly<Record<string, Feature>> | readonly Feature[],
  more: Pick<Domain, 'menuGroups'> = {},
): Domain => ({
  name,
  features: Object.values(features),
  ...more,
});
