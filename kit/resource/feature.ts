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

/** All declarations of one noun together, as a domain's `features.ts` lists them for every reader. */
export interface Feature {
  readonly name: string;
  readonly api: Api;
  readonly resource?: AnyResource;
  /** Its endpoints are those of `crud`, served by the kit's own handlers; one that needs handlers of its own leaves this out. */
  readonly plain?: true;
  /** What it adds up, when it is no noun but a report. */
  readonly report?: AnyReport;
  readonly labels?: Labels;
  /** Words of inputs that are no field of the resource. */
  readonly inputLabels?: Readonly<Record<string, Words>>;
  /** What the log calls it, where no labels say so. */
  readonly title?: Words;
  /** What the log calls its endpoints, beyond the usual ones and the actions of the labels. */
  readonly endpointTitles?: Readonly<Record<string, Words>>;
  readonly refusals?: RefusalTable;
  readonly menu?: readonly MenuEntry[];
  /** Code tables that no field of the resource names. */
  readonly codes?: readonly CodeTable[];
  /** What the look-up calls may ask about its rows by name; nothing when left out. Inside the asker's scope, as everywhere. */
  readonly lookup?: {
    /** Key and title may be read by everybody who sees the row. */
    readonly offered?: true;
    /** Its rows hang under one another: by which field, what the top is called there, and which field says "1" for children. */
    readonly tree?: { readonly parent: string; readonly root: string; readonly hasChild: string };
  };
  /** What operators may set for it. */
  readonly settings?: readonly Setting[];
  /** Work of it that runs by the clock. */
  readonly jobs?: readonly AnyJobKind[];
  /** Permission codes that no endpoint names. */
  readonly extraPermissions?: readonly string[];
  /** Which preset roles hold its permission codes; the platform alone when left out. */
  readonly rights?: RoleRights;
}

/** Declares the feature of a noun; the precise types of resource and labels are widened for the readers. */
export const feature = (
  facts: Omit<Feature, 'resource' | 'labels' | 'api'> & { readonly resource?: unknown; readonly labels?: unknown; readonly api: unknown },
): Feature => facts as Feature; // Resource<F> is invariant in F; readers only walk the data

/** What finds a feature by its name. */
export interface FeatureLookup {
  feature(name: string): Feature | undefined;
}

export interface Domain {
  readonly name: string;
  readonly features: readonly Feature[];
  /** The groups of the side menu that are about this domain. Entries of any domain name them. */
  readonly menuGroups?: readonly MenuGroup[];
}

/** Declares a domain; `features` is all that its `features.ts` exports, or a list. */
export const domain = (
  name: string,
  features: Readonly<Record<string, Feature>> | readonly Feature[],
  more: Pick<Domain, 'menuGroups'> = {},
): Domain => ({
  name,
  features: Object.values(features),
  ...more,
});
